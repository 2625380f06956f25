%! stderr: figure 1: figure-1.png
%! stderr: figure 2: figure-2.svg
% What a figure shows as pixels, and points that come to a plot.
h = imshow([[0, 0.5], [1, 2]], [0, 1])
y : cube[uint8] = h.rasterize()
print size(y), " ", y[:,:,0]
% => [2,2,3] [[0,128],
% =>  [255,255]]
print max(abs(1.0*y[:,:,0] - y[:,:,2]))
% => 0
p = plot([0,1], [0,1], "o")
p.addPoint(2, 4)
f = fopen("figure-2.svg")
n = 0
while !feof(f)
    if strfind(fgets(f), "<circle") >= 0
        n += 1
    end
end
fclose(f)
print n
% => 3
try
    p.rasterize()
catch ex
    print ex.message
end
% => rasterize: figure 2 is no image there
try
    h.rasterize()
catch ex
    print ex.message
end
% => rasterize: figure 1 is neither the one that was shown last nor in a display of a form
