%! stderr: figure 1: figure-1.png
%! stderr: figure 2: figure-2.svg
%! stderr: figure 3: figure-3.svg
% Without a display of the desk, each display of a form is a file: an image a PNG file, a plot or a grid an SVG file.
function n = occurrences(path : string, text : string)
    f = fopen(path)
    n = 0
    while !feof(f)
        if strfind(fgets(f), text) >= 0
            n += 1
        end
    end
    fclose(f)
end

frm = form("Displays")
picture = frm.add_display()
curve = frm.add_display()
grid = frm.add_display()
h = picture.imshow([[0,1],[2,4]], [0,4])
print h
% => 1
% 255*1/4 = 63.75, 255*2/4 = 127.5.
print imread("figure-1.png")[:,:,0]
% => [[0,64],
% =>  [128,255]]
f : qplot = curve.plot([0,1,2], [1,2,3], "r")
print f
% => 2
print occurrences("figure-2.svg", "stroke=""#d62728""")
% => 1
% A display shows what came last, also under hold: one curve.
hold("on")
curve.plot([0,1,2], [3,2,1], "r")
print occurrences("figure-2.svg", "stroke=""#d62728""")
% => 1
% Two curves in one call are two.
curve.plot([0,1], [3,2], "r", [0,1], [4,4], "r")
print occurrences("figure-2.svg", "stroke=""#d62728""")
% => 2
grid.subplot(1, 2, 0)
a = grid.imshow(ones(10,20)*255)
grid.subplot(1, 2, 1)
b = grid.scatter([1,2], [3,4])
print a, " ", b > a
% => 3 1
print occurrences("figure-3.svg", "<image "), occurrences("figure-3.svg", "<circle")
% => 12
% In a panel of 400 x 300, 8 pixels around: 20 x 10 becomes 384 x 192 in the middle, (300 - 192)/2 = 54.
print occurrences("figure-3.svg", "<image x=""8.00"" y=""54.00"" width=""384.00"" height=""192.00""")
% => 1
% Figures beside the displays go on as ever, and panels can be connected.
a.connect(h)
