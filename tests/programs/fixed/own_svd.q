%! features: F123 F127
% The listing of the manual (4.5.1): a host function, a device function of the same signature, and one for matrices of 2x2. Each
% tells itself by what it makes of the diagonal.
function [p:mat,d:mat,q:mat] = svd(a:mat)
    p = a
    d = 1*a
    q = a
endfunction
function [p:mat,d:mat,q:mat] = __device__ svd(a:mat)
    p = a
    d = 2*a
    q = a
endfunction
function [p:mat2x2,d:mat2x2,q:mat2x2] = __device__ svd(a:mat2x2)
    p = a
    d = 3*a
    q = a
endfunction
[p,d,q] = svd(ones(3,3))
print d[0,0]
% => 1
function [] = __kernel__ k(x : vec, pos : int)
    [p,d,q] = svd(ones(2,2))
    [p2,d2,q2] = svd(ones(3,2))
    x[pos] = 10*d[0,0] + d2[0,0]
end
x = zeros(2)
parallel_do(2, x, k)
print x
% => [32,32]
