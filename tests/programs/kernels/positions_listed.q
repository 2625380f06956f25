%! raises: index 6 of 'x' is outside its 6 elements line 4
% A kernel stores at the positions that a vector lists, however long it is; a list in shared memory is one as well.
function [] = __kernel__ raised(x : vec, list : vec[int], pos : int)
    x[list] += pos + 1.0
end
function [] = __kernel__ marked(x : mat, list : vec[int], pos : int)
    x[pos, list] = 7
end
function [] = __kernel__ in_shared(total : vec[int], pos : int, blkpos : int)
    s : vec[int] = shared_zeros(4)
    s[blkpos] = blkpos
    syncthreads
    if blkpos == 0
        total[s] += s[1] + 1
    end
end
x = zeros(6)
parallel_do(3, x, int([1,4,4,5]), raised)
print x
% => [0,6,0,0,12,6]
m = zeros(2,6)
parallel_do(2, m, int([0,2,5]), marked)
print m
% => [[7,0,7,0,0,7],
% =>  [7,0,7,0,0,7]]
total = vec[int](5)
parallel_do([[1,8],[1,4]], total, in_shared)
print total
% => [4,4,4,4,0]
parallel_do(3, x, int([1,2,6]), raised)
