% A device function that returns a device function: each call within a kernel does what the function does.
function f = __device__ counted(c : vec, pos)
    c[pos] += 1
    f = __device__ (x : scalar) -> 2*x
endfunction
function [] = __kernel__ twice(c : vec, y : vec, pos : int)
    y[pos] = counted(c, pos)(3) + counted(c, pos)(pos)
endfunction
c = zeros(3)
y = zeros(3)
parallel_do(3, c, y, twice)
print c, y
% => [2,2,2][6,8,10]
