%! features: F373
%! stderr: figure 1: figure-1.png
% Held, the next image goes to the same figure; without a window, hold gives 0, so that a viewer's loop ends.
rounds = 0
repeat
    rounds += 1
    imshow(ones(2,2)*rounds)
until !hold("on")
print rounds
% => 1
print imshow(ones(2,2)*50), imread("figure-1.png")[0,0,0]
% => 150
print hold("off")
% => 0
print imshow(ones(2,2)*60), imread("figure-1.png")[0,0,0], exists("figure-2.png")
% => 2501
% A plot in a held image has a figure of its own.
print hold(), plot([1,2])
% => 03
% Six images at 50 a second: the sixth is shown five times 20 ms after the first at the earliest.
hold("on")
sync_framerate(50)
tic()
imshow(zeros(2,2))
for k = 1..5
    imshow(ones(2,2)*k)
end
t = toc("")
print t >= 100
% => 1
sync_framerate(0)
% A pause waits, a figure needs no window for it.
tic()
pause(20)
print toc("") >= 20
% => 1
