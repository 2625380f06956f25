%! loop: 15 parallel
%! raises: index 3 of 'V' is outside dimension 1, which has size 3 line 7
% The bounds of small arrays in registers are checked within parallel loops too.
function [] = __device__ spread(A : mat(3,3), n : int, V : mat(3,3))
    for i = 0..n-1
        for j = 0..n-1
            V[i,j] = A[i,j] + (i == j)
        end
    end
end
function [] = main(n : int = 4)
    covs = ones(3,3,800)
    print sum(covs)
    % => 7200
    for i = 0..799
        V = zeros(3,3)
        spread(covs[0..2,0..2,i], n, V)
        covs[0..2,0..2,i] = V * transpose(V)
    end
end
