% Files whose beginnings promise what does not follow: each is an error that names the file, and nothing waits or takes memory for it.
import "Quasar.Video.dll"
function [] = attempt(name : string, which : int)
    try
        match which with
        | 0 -> print size(csvread(name))
        | 1 -> stream = vidopen(name); vidreadframe(stream); print size(stream.rgb_data)
        | 2 -> print size(imread(name))
        end
    catch ex
        print strfind(ex.message, strcat("cannot read '", name, "'"))
    end
end
function [] = write(name : string, text : string)
    f = fopen(name, "w")
    fprintf(f, text)
    fclose(f)
end
% A quote that does not end is no number.
write("quote.csv", "1,""2,3\n4,5\n6")
attempt("quote.csv", 0)
% => 0
% A film of one frame in no time.
write("rate.y4m", "YUV4MPEG2 W1 H1 F1:0 Cmono\nFRAME\nx")
attempt("rate.y4m", 1)
% => 0
% Frames of 800 MB, of which there are four bytes.
write("wide.y4m", "YUV4MPEG2 W16384 H16384 F25:1 C444\nFRAME\nxxxx")
attempt("wide.y4m", 1)
% => 0
% Pictures of ten billion points, and one of sixteen of which there are three.
write("bits.pnm", "P1\n100000 100000\n1111")
attempt("bits.pnm", 2)
% => 0
write("bytes.pnm", "P5\n65536 65536\n255\n1111")
attempt("bytes.pnm", 2)
% => 0
write("text.pnm", "P3\n4 4\n255\n1 1 1")
attempt("text.pnm", 2)
% => 0
