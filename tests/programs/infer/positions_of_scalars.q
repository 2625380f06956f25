% A position that was computed with scalars fits where ints are wanted: fractions are cut off, as for a single number.
function y = at(x : mat, p : ivec2)
    y = x[p]
end
x = [[1,2,3],[4,5,6],[7,8,9]]
print at(x, size(x)/2), " ", at(x, ceil(size(x)/2) - 2), " ", at(x, [0.9,1.9])
% => 5 1 2
% The same for arguments of kernels, behind a parameter that takes vectors of any kind.
function y = moved(x : mat, d : vec)
    function [] = __kernel__ shift(x : mat'circular, y : mat'unchecked, d : ivec2, pos : ivec2)
        y[pos] = x[pos + d]
    end
    y = zeros(size(x))
    parallel_do(size(y), x, y, d, shift)
end
for k = 0..1
    print moved(x, [k,1])[0,:]
end
% => [2,3,1]
% => [5,6,4]
