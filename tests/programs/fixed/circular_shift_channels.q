%! features: F107
% The shift of images with any number of channels that is known, as it is printed: `pos` holds what `...pos,:` leaves to it.
function [y] = circshift2D[N](x : cube(:,:,N), shift : vec(2))
    function [] = __kernel__ kernel (x : cube(:,:,N)'circular, y : cube(:,:,N), shift : vec(2), pos)
        y[...pos,:] = x[...(pos + shift),:]
    endfunction
    y = zeros(size(x))
    parallel_do(size(x), x, y, shift, kernel)
endfunction
a = zeros(3,4,3)
a[0,1,0] = 1
a[0,1,2] = 2
b = circshift2D(a, [-1,-1])
print b[1,2,:], sum(b)
% => [[[1,0,2]]]3
c = zeros(3,4,9)
c[2,3,8] = 4
d = circshift2D(c, [2,3])
print d[0,0,8], sum(d)
% => 44
% By two written dimensions.
function [y] = shift_pairs[N](x : cube(:,:,N), shift : vec(2))
    function [] = __kernel__ kernel (x : cube(:,:,N)'circular, y : cube(:,:,N), shift : vec(2), pos)
        y[...pos,:] = x[...(pos + shift),:]
    endfunction
    y = zeros(size(x))
    parallel_do(size(x,0..1), x, y, shift, kernel)
endfunction
print max(abs(shift_pairs(c, [1,2]) - circshift2D(c, [1,2])))
% => 0
