%! features: F105 F107 F104
% The shifts of the post on fixed sizes: the vector has as many numbers as the array has dimensions, or two.
function [y] = circshift[N : int](x : cube{N}, shift : vec(N))
    function [] = __kernel__ kernel (x : cube{N}'circular, y : cube{N}, shift : vec(N), pos : vec(N))
        y[pos] = x[pos + shift]
    endfunction
    y = zeros(size(x,0..N-1))
    parallel_do(size(x), x, y, shift, kernel)
endfunction
function [y] = circshift2D[N](x : cube(:,:,N), shift : vec(2))
    function [] = __kernel__ kernel (x : cube(:,:,N)'circular, y : cube(:,:,N), shift : vec(2), pos)
        y[...pos,:] = x[...(pos + shift),:]
    endfunction
    y = zeros(size(x))
    parallel_do(size(x), x, y, shift, kernel)
endfunction
print sum(circshift(ones(2,3,4), [1,2])) %~ E0302 a `vec[int](2)` where a `vec(3)` is needed
print sum(circshift[2](ones(2,3,4), [1,2])) %~ E0302 a `cube(2,3,4)` where a `mat` is needed
print sum(circshift2D(ones(2,3,4), [1,2,3])) %~ E0302 a `vec[int](3)` where a `vec(2)` is needed
