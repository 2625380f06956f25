%! stderr: figure 1: figure-1.svg
%! stderr: figure 2: figure-2.svg
%! stderr: figure 3: figure-3.png
% A grid is one figure; its panels are filled one after another, titles and labels are about the panel that was shown last.
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

subplot(2, 2, 0)
print imshow([[0,255]])
title("pixels")
subplot(2, 2, 3)
p = plot([0,1,2], [0,1,4])
title("curve")
xlabel("x")
% => 1
% 2 x 2 panels of 400 x 300, as the size of the drawing and of what is behind it.
print occurrences("figure-1.svg", "width=""800"" height=""600""")
print occurrences("figure-1.svg", "<image "), occurrences("figure-1.svg", ">pixels<"), occurrences("figure-1.svg", ">curve<"), occurrences("figure-1.svg", ">x<")
% => 2
% => 1111
% The PNG file within is the image: the letters of its signature in base64.
print occurrences("figure-1.svg", "data:image/png;base64,iVBORw0KGgo")
% => 1
% A panel that is taken begins a new figure, unless figures are held.
subplot(2, 2, 0)
print imshow([[1,2]])
hold("on")
subplot(2, 2, 0)
print imshow([[3,4]])
subplot(2, 2, 1)
imshow([[5,6]])
print occurrences("figure-2.svg", "<image ")
hold("off")
% => 2
% => 2
% => 2
% Without subplot a figure is none of a grid.
print imshow([1,2])
% => 3
