% Writes files of every format, which check.py reads with Pillow, OpenEXR, NumPy and SciPy. Channel c of row i, column j is 2(12i + j) + 3c.
function [x : cube] = picture(channels : int)
    x = zeros(9,12,channels)
    for i = 0..8
        for j = 0..11
            for c = 0..channels-1
                x[i,j,c] = 2*(12*i + j) + 3*c
            end
        end
    end
end
function [y : cube[uint16]] = words(x : cube)
    y = cube[uint16](size(x))
    for i = 0..8
        for j = 0..11
            for c = 0..size(x,2)-1
                y[i,j,c] = 257*x[i,j,c]
            end
        end
    end
end
function [] = fill(y : cube[uint8], x : cube)
    for i = 0..8
        for j = 0..11
            for c = 0..2
                y[i,j,c] = x[i,j,c]
            end
        end
    end
end
imwrite("colour.png", picture(3))
imwrite("colour.bmp", picture(3))
imwrite("colour.ppm", picture(3))
imwrite("colour.tif", picture(3))
imwrite("colour.jpg", picture(3))
imwrite("grey.png", picture(1))
imwrite("grey.tif", picture(1))
imwrite("alpha.png", picture(4))
imwrite("alpha.tif", picture(4))
deep = words(picture(1))
imwrite("deep.png", deep)
imwrite("deep.tif", deep)
imwrite("deep.pgm", deep)
wide = words(picture(3))
imwrite("wide.tif", wide)
imwrite("colour.exr", picture(3)/256)
exrwrite("grey.exr", picture(1)/256)
exrwrite("alpha.exr", picture(4)/256)
tiffwrite("floats.tif", picture(3)/256)
tiffwrite("words.tif", wide)
bytes = cube[uint8](9,12,3)
fill(bytes, picture(3))
tiffwrite("bytes.tif", bytes)

m = [[0,1,2],[3,4,5]]/2
k : mat[int16] = [[1,-2],[3,200]]
z = [complex(1,2), complex(3,-4)]
save("m.npy", m)
save("all.npz", m, k, z, bytes)
save("all.mat", m, k, z, bytes)
csvwrite("table.csv", m)
