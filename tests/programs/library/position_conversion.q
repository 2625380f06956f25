%! features: F412
% Row-major: index 17 of 2×3×4 is 1*12 + 1*4 + 1.
print ind2pos([2,3,4], 17)
% => [1,1,1]
print pos2ind([2,3,4], [1,1,1])
% => 17
ok = 1
for k = 0..23
    if pos2ind([2,3,4], ind2pos([2,3,4], k)) != k
        ok = 0
    end
end
print ok
% => 1
for k = 0..35
    if pos2ind([2,3,2,3], ind2pos([2,3,2,3], k)) != k
        ok = 0
    end
end
print ok, ind2pos([2,3,2,3], 35)
% => 1[1,2,1,2]
print ind2pos([3,5], 7), " ", pos2ind([3,5], [2,4]), " ", pos2ind([7], [6])
% => [1,2] 14 6
% One dimension, and kernels.
for k = 0..6
    assert(pos2ind([7], ind2pos([7], k)) == k)
end
print ind2pos([7], 3)
% => [3]
function [] = __kernel__ there_and_back(y : mat[int], n : ivec3, pos : int)
    p = ind2pos(n, pos)
    y[pos,0..2] = p
    y[pos,3] = pos2ind(n, p)
end
y = mat[int](24,4)
parallel_do(24, y, [2,3,4], there_and_back)
print y[17,:], sum(y[:,3])
% => [1,1,1,17]276
