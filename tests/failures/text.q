% Text is read line by line and written piece by piece: a file that is open for writing shows what it has so far.
%! reads: in.txt
%! streams: out.txt
function [] = main(input : string, output : string)
    try
        f = fopen(input)
        g = fopen(output, "w")
        while !feof(f)
            fprintf(g, "%s\n", fgets(f))
        end
        fclose(f)
        fclose(g)
        print "written"
    catch ex
        print "caught"
    end
end
