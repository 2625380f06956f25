%! files: formats/channels.exr formats/pages.tif formats/colour.tif
% Channels of an EXR file: R, G, B; Z, which is ten times R; id, a whole number; and R of the layer diffuse, which is B.
% Channel c of row i, column j is 2(12i + j) + 3c, a 256th of it in the colours.
import "exr_lib.dll"
import "TIFFIO.dll"
x = exrread("channels.exr")
print size(x.data), " ", 256*x.data[1,2,0], " ", 256*x.data[1,2,2]
% 2*(12 + 2) is 28, and 6 more.
% => [9,12,3] 28 34
print x.channels
% => ["B","G","R","Z","diffuse.R","id"]
z = exrread("channels.exr", "Z").data
print size(z), " ", 256*z[1,2,0]
% => [9,12] 280
print exrread("channels.exr", "id").data[8,11,0]
% 2*(96 + 11).
% => 214
print 256*exrread("channels.exr", "diffuse").data[1,2,0]
% => 34
try
    y = exrread("channels.exr", "depth")
catch ex
    print ex.message
end
% => cannot read 'channels.exr': it has no layer or channel 'depth' but B, G, R, Z, diffuse.R, id
try
    y = exrread("pages.tif")
catch ex
    print ex.message
end
% => cannot read 'pages.tif': it is no EXR file

% Three pages: page k is 10k more than the first.
t = tiffread("pages.tif")
print size(t.slices), t.pages, " ", t.slices[1,2,:]
% => [9,12,3]3 [[[28,38,48]]]
u = tiffread("pages.tif", 1..2)
print size(u.slices), u.pages, " ", u.slices[0,0,:]
% => [9,12,2]3 [[[10,20]]]
print tiffread("pages.tif", [2]).slices[0,1,0]
% => 22
% The slices of a page of colours are its channels.
print size(tiffread("colour.tif").slices)
% => [9,12,3]
try
    y = tiffread("pages.tif", 2..3)
catch ex
    print ex.message
end
% => cannot read 'pages.tif': it has no page 3
try
    y = tiffread("pages.tif", [-1])
catch ex
    print ex.message
end
% => cannot read 'pages.tif': it has no page -1

% What is written comes back: floats as they are, 16 bits with a range.
s = zeros(2,3,2)
s[1,2,1] = 0.1
s[0,0,0] = -1e20
tiffwrite("s.tif", s)
print max(abs(tiffread("s.tif").slices - s))
% => 0
exrwrite("g.exr", s[:,:,1])
print exrread("g.exr").data[1,2,0] == s[1,2,1], exrread("g.exr").channels
% => 1["Y"]
deep : cube[uint16] = zeros(1,3,1)
deep[0,:,0] = [0,1,65535]
tiffwrite("d.tif", deep)
print tiffread("d.tif").slices[0,:,0]
% => [0,1,65535]
imwrite("d.png", deep)
print imread("d.png")[0,:,1]
% => [0,1,65535]
imwrite("r.png", [[0,0.5,2]], [0,1])
print imread("r.png")[0,:,0]
% => [0,128,255]
imwrite("r.png", [[-3,-1,1]], [])
print imread("r.png")[0,:,0]
% => [0,128,255]
try
    imwrite("r.png", [[0,1]], [1,1])
catch ex
    print ex.message
end
% => imwrite: 1 to 1 is no range of values
