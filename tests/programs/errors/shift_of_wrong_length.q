%! features: F106
% The position has as many components as the array dimensions; a shift of another length cannot be added.
function [y] = circshift(x : cube{:}, shift : vec)
    function [] = __kernel__ kernel(x : cube{:}'circular, y : cube{:}, shift : vec, pos)
        y[pos] = x[pos + shift]
    end
    y = zeros(size(x))
    parallel_do(size(x), x, y, shift, kernel)
end
function [] = main(n : int = 3)
    A = [[1.0,2.0],[3.0,4.0]]
    print circshift(A, [1,0])
    % => [[3,4],
    % =>  [1,2]]
    print circshift(A, zeros(n))
end
%! raises: sizes line 5
