% What is no film that can be read is an error, which can be caught.
f = fopen("a.mp4", "w")
fprintf(f, "this is no film")
fclose(f)
try
    stream = vidopen("a.mp4")
catch ex
    print ex.message
end
% => not supported yet: 'a.mp4' as a film: y4m files and AVI files with JPEG frames are read
