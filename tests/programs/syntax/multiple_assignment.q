%! features: F029
function [s, d] = sum_diff(a, b)
    s = a + b
    d = a - b
end
[p, q] = sum_diff(7, 3)
print p, " ", q
% => 10 4
% The right side is evaluated first: a swap.
[p, q] = [q, p]
print p, " ", q
% => 4 10
[s1, s2] = [0.5, 1.5]
print s1 + s2
% => 2
A = zeros(4,5)
[m, n] = size(A, 0..1)
print m, " ", n
% => 4 5
% The first outputs are taken.
[only] = sum_diff(2, 1)
print only
% => 3
v = [10,20,30] + 1
[x, y, z] = v
print x, " ", y, " ", z
% => 11 21 31
% The listings of the documents: sizes of a block with room at its border, sums that start at zero, two values that change places.
function [] = __kernel__ sizes(y : vec[int], fc : vec, blkdim : ivec3)
    [M,N,P] = blkdim+[numel(fc),0,0]
    assert(M*N*P<=1024)
    y[0..2] = [M,N,P]
end
sized = vec[int](3)
parallel_do([[4,4,2],[2,4,1]], sized, [1.0,2.0,3.0], sizes)
print sized
% => [5,4,1]
[sum1,sum2] = [0.0,0.0]
sum1 += 1
print sum1, sum2
% => 10
function [a,b] = swap(A,B)
    [a,b] = [B,A]
endfunction
[a,b] = swap("first", 2)
print a, b
% => 2first
