% The files that the programs of this folder read, large enough that what is read of them takes memory.
function [] = main()
    x = zeros(160, 200, 3)
    for m = 0..159
        for n = 0..199
            x[m,n,0..2] = [mod(m*7+n*3, 256), mod(m+n*5, 256), mod(m*n, 256)]
        end
    end
    for k = 0..4
        imwrite({"in.png","in.jpg","in.bmp","in.ppm","in.exr"}[k], x)
    end
    tiffwrite("in.tif", x)
    table = x[0..19,0..15,0]
    save("in.npy", x)
    save("in.npz", x, table)
    save("in.mat", x, table)
    save("in.dat", x, table)
    csvwrite("in.csv", table)
    settings = dictionary[string, vec]()
    for k = 0..19
        settings["row" + k] = table[k,:]
    end
    tomlwrite("in.toml", settings)
    film(x)
    f = fopen("in.txt", "w")
    for k = 0..99
        fprintf(f, "line %d of a file of text\n", k)
    end
    fclose(f)
    f = fopen("in.y4m", "w")
    fprintf(f, "YUV4MPEG2 W200 H160 F25:1 Ip A1:1 C420jpeg\n")
    for k = 0..1
        fprintf(f, "FRAME\n")
        fwrite(f, x[:,:,k])
        fwrite(f, x[0..79,:,2])
    end
    fclose(f)
end
% A film of two JPEG frames: the lists of an AVI file that a reader needs.
function [] = film(x)
    imwrite("frame.jpg", x)
    f = fopen("frame.jpg")
    frame = fread(f, 1000000)
    fclose(f)
    n = numel(frame)
    frame = horzcat(frame, zeros(1, mod(n, 2)))
    f = fopen("in.avi", "w")
    list(f, "RIFF", "AVI ", 4 + 136 + 12 + 2*(8 + numel(frame)))
    list(f, "LIST", "hdrl", 4 + 64 + 60)
    chunk(f, "avih", 56)
    numbers(f, [40000, 0, 0, 0, 2, 0, 1, 0, 200, 160, 0, 0, 0, 0])
    list(f, "LIST", "strl", 4 + 48)
    chunk(f, "strf", 40)
    numbers(f, [40, 200, 160, 1 + 24*65536])
    fprintf(f, "MJPG")
    numbers(f, [96000, 0, 0, 0, 0])
    list(f, "LIST", "movi", 4 + 2*(8 + numel(frame)))
    for k = 0..1
        chunk(f, "00dc", n)
        fwrite(f, frame)
    end
    fclose(f)
end
function [] = numbers(f, values)
    fwrite(f, values, "int32")
end
function [] = chunk(f, name : string, length : int)
    fprintf(f, "%s", name)
    numbers(f, [length])
end
function [] = list(f, name : string, kind : string, length : int)
    chunk(f, name, length)
    fprintf(f, "%s", kind)
end
