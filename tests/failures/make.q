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
