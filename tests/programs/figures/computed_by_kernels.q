%! stderr: figure 1: figure-1.png
%! features: F370
% What a kernel has written is what is seen, wherever its newest elements are.
x = zeros(16, 20)
for m = 0..15
    for n = 0..19
        x[m,n] = m*10 + n
    end
end
imshow(x)
y = imread("figure-1.png")
print max(abs(y[:,:,0] - x))
% => 0
