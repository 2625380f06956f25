%! files: formats/alpha.png formats/colour.png formats/deep.png formats/grey.jpg formats/palette.png formats/colour.tif grey.png
% `imread(path, "native")` keeps the channels of the file; the values are those of `imread(path)`, which has three.
function [] = compare(name)
    x = imread(name, "native")
    y = imread(name)
    n = min(size(x,2), 3)
    differ = 0
    for c = 0..n-1
        differ += sum(abs(x[:,:,c] - y[:,:,c]))
    end
    print name, " ", size(x,0..2), " ", size(y), " ", differ
end
compare("alpha.png")
% => alpha.png [9,12,4] [9,12,3] 0
compare("colour.png")
% => colour.png [9,12,3] [9,12,3] 0
% 16 bits of grey.
compare("deep.png")
% => deep.png [9,12,1] [9,12,3] 0
compare("grey.jpg")
% => grey.jpg [9,12,1] [9,12,3] 0
compare("colour.tif")
% => colour.tif [9,12,3] [9,12,3] 0
x = imread("grey.png", "native")
form = "native"
print size(x,0..2), x[1,0,0], " ", max(imread("deep.png", form)) > 255
% => [2,2,1]7 1
% A place of the file's own type takes the values as they are.
bytes = typename(cube[uint8])(9,12,4)
bytes[:,:,:] = imread("alpha.png", "native")
print size(bytes), sum(bytes) == sum(imread("alpha.png", "native"))
% => [9,12,4]1
try
    print size(imread("nowhere.png", "native"))
catch e
    print "no file"
end
% => no file
