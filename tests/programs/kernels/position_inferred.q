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
