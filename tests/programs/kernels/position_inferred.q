%! features: F201 F098
A = zeros(2,3)
function [] = __kernel__ two(A, pos)
    A[pos[0],pos[1]] = 10*pos[0] + pos[1]
end
parallel_do(size(A), A, two)
print A[1,2]
% => 12
v = zeros(4)
function [] = __kernel__ one(v, pos : int)
    v[pos] = pos
end
parallel_do(4, v, one)
print v
% => [0,1,2,3]
% Each parameter that the launch gives has the type that its use needs: rows and columns here, in blocks of 2 x 3.
function [] = __kernel__ all(y, pos, blkpos, blkdim, blkidx, blkcnt, warpsize)
    assert(pos == blkidx .* blkdim + blkpos)
    y[pos[0],pos[1],0..3] = [10*blkpos[0]+blkpos[1], 10*blkidx[0]+blkidx[1], 10*blkdim[0]+blkdim[1], 10*blkcnt[0]+blkcnt[1]]
    y[pos[0],pos[1],4] = warpsize
end
y = zeros(4,6,5)
parallel_do([[4,6],[2,3]], y, all)
print squeeze(y[3,4,0..3]), y[0,0,4] >= 1
% => [[11],
% =>  [11],
% =>  [23],
% =>  [22]]1
% The number of dimensions comes from the launch.
function [] = __kernel__ ones_at(z, pos)
    z[pos] = 1
end
z = zeros(2,3,2)
parallel_do(size(z), z, ones_at)
print sum(z)
% => 12
