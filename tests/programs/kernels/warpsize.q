%! features: F200
function [] = __kernel__ k(y : vec, warpsize : int, blkdim : int, blkpos : int, pos : int)
    y[pos] = warpsize >= 1 && blkpos < blkdim
end
y = zeros(5)
parallel_do(5, y, k)
print y
% => [1,1,1,1,1]
