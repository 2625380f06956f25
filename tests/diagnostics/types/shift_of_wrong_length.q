% The position of a matrix has two components.
function [y] = circshift(x : cube{:}, shift : vec)
    function [] = __kernel__ kernel(x : cube{:}'circular, y : cube{:}, shift : vec, pos)
        y[pos] = x[pos + shift] %~ E0302 arrays of different sizes
    end
    y = zeros(size(x))
    parallel_do(size(x), x, y, shift, kernel)
end
print circshift([[1.0,2.0],[3.0,4.0]], [1,0,0])
