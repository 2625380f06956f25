% A program that has functions of its own under those names gets no rules about them.
function y = ifft2(x : mat)
    y = 2*x
end
function y = transpose(x : mat)
    y = x + 1
end
print real(ifft2([[1.0,2],[3,4]]))
% => [[2,4],
% =>  [6,8]]
print transpose(transpose([[1.0,2],[3,4]]))
% => [[3,4],
% =>  [5,6]]
ifft1 = x -> 3*x
print real(ifft1([1.0,2]))
% => [3,6]
