%! files: formats/colour.png formats/deep.png formats/palette.png formats/palette.tif formats/palette_lzw.tif formats/alpha.png formats/interlaced.png formats/colour.bmp formats/colour.ppm formats/deep.pgm formats/colour.tif formats/deep.tif formats/float.tif formats/adobe_deflate.tif formats/lzw.tif formats/packbits.tif formats/fax.tif formats/half.exr formats/float.exr formats/piz.exr formats/rle.exr formats/dwaa.exr formats/jpeg.tif
% Pictures that Pillow and OpenEXR wrote, 9 x 12: channel c of row i, column j is 2(12i + j) + 3c.
function [x : cube] = picture()
    x = zeros(9,12,3)
    for i = 0..8
        for j = 0..11
            for c = 0..2
                x[i,j,c] = 2*(12*i + j) + 3*c
            end
        end
    end
end
function [] = same(name : string, expected : cube)
    x = imread(name)
    print name, " ", size(x), max(abs(x - expected))
end
colour = picture()
same("colour.png", colour)
% => colour.png [9,12,3]0
same("alpha.png", colour)
% => alpha.png [9,12,3]0
same("interlaced.png", colour)
% => interlaced.png [9,12,3]0
same("colour.bmp", colour)
% => colour.bmp [9,12,3]0
same("colour.ppm", colour)
% => colour.ppm [9,12,3]0
same("colour.tif", colour)
% => colour.tif [9,12,3]0
same("adobe_deflate.tif", colour)
% => adobe_deflate.tif [9,12,3]0
same("lzw.tif", colour)
% => lzw.tif [9,12,3]0
same("packbits.tif", colour)
% => packbits.tif [9,12,3]0
% Of grey pictures channel 0 three times; 16 bits are 257 times as much, floats a 256th.
grey = zeros(9,12,3)
for c = 0..2
    grey[:,:,c] = colour[:,:,0]
end
same("deep.png", 257*grey)
% => deep.png [9,12,3]0
same("deep.pgm", 257*grey)
% => deep.pgm [9,12,3]0
same("deep.tif", 257*grey)
% => deep.tif [9,12,3]0
same("float.tif", grey/256)
% => float.tif [9,12,3]0
% Black and white: white where grey is above 100.
same("fax.tif", 255*(grey > 100))
% => fax.tif [9,12,3]0
% Halves and floats, a 256th: exact in both.
same("float.exr", colour/256)
% => float.exr [9,12,3]0
same("half.exr", colour/256)
% => half.exr [9,12,3]0
same("piz.exr", colour/256)
% => piz.exr [9,12,3]0
same("rle.exr", colour/256)
% => rle.exr [9,12,3]0
% Compressed with loss, five times as wide and as high: OpenEXR's own sum of what it reads.
lossy = imread("dwaa.exr")
print size(lossy), abs(sum(lossy) - 3480.478496) < 0.001
% => [45,60,3]1
print max(abs(imread("jpeg.tif") - colour)) < 4
% => 1
% A palette of 16 colours of its own: near the picture.
print max(abs(imread("palette.png") - colour)) < 40
% => 1
% The same picture in files of another kind, as it is and packed.
print max(abs(imread("palette.tif") - imread("palette.png"))), " ", max(abs(imread("palette_lzw.tif") - imread("palette.png")))
% => 0 0
