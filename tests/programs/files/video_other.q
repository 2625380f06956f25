% What is no film that can be read is an error, which can be caught; the reason depends on what is installed.
f = fopen("a.mp4", "w")
fprintf(f, "this is no film")
fclose(f)
try
    stream = vidopen("a.mp4")
catch ex
    print strfind(ex.message, "cannot read 'a.mp4': ")
end
% => 0
% A film that is closed.
f = fopen("b.y4m", "w")
fprintf(f, "YUV4MPEG2 W2 H2 F25:1 C420\nFRAME\nabcdef")
fclose(f)
stream = vidopen("b.y4m")
vidclose(stream)
try
    print vidreadframe(stream)
catch ex
    print ex.message
end
% => vidreadframe: there is no film 0
