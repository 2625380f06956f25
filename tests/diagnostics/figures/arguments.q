% What figures are made of is known when compiling.
x = zeros(4,4)
imshow("lena.png") %~ E0404 `imshow` takes an image of real numbers
imshow([1+2i, 3i]) %~ E0404 `imshow` takes an image of real numbers
imshow(x, "auto") %~ E0404 `imshow` takes a range of two numbers
imshow(5) %~ E0404 `imshow` takes an image of real numbers
plot([1i, 2i]) %~ E0404 `plot` takes vectors of real numbers and styles
title(3) %~ E0404 `title` takes a string
xlim("a", "b") %~ E0404 `xlim` takes real numbers
legend(1) %~ E0404 `legend` takes strings
hold(1) %~ E0404 `hold` takes a string
pause("long") %~ E0404 `pause` takes a real number
imshow() %~ E0401 `imshow` takes 1 to 2 arguments, not 0
title() %~ E0401 `title` takes 1 argument, not 0
function [] = __kernel__ shown(x : mat, pos : ivec2)
    imshow(x) %~ E0503 `imshow`
end
parallel_do(size(x), x, shown)
%! features: F370 F374
