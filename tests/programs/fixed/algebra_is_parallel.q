%! features: F119
%! loop: 16 parallel
% The loop of algebra_per_iteration.q, with less in it.
function [] = __device__ spread(A : mat(3,3), n : int, V : mat(3,3))
    for i = 0..n-1
        for j = 0..n-1
            V[i,j] = A[i,j] + (i == j)
        end
    end
end
covs = zeros(3,3,8)
for i = 0..7
    covs[0,0,i] = i
end
{!parallel for}
for i = 0..7
    V = zeros(3,3)
    spread(covs[0..2,0..2,i], 3, V)
    covs[0..2,0..2,i] = V * transpose(V)
end
print covs[0,0,5]
% => 36
