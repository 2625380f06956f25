%! features: F212
function [total : scalar, count : int] = __kernel__ positive(A : mat, pos : ivec2)
    if A[pos] > 0
        total += A[pos]
        count += 1
    end
end
A = [[1.0,-2.0,3.0],[0.0,5.0,-6.0]]
[t, n] = parallel_do(size(A), A, positive)
print t, " ", n
% => 9 3
% The value may be a condition.
function [found : int] = __kernel__ any_above(A : mat, limit : scalar, pos : ivec2)
    if A[pos] > limit
        found = 1
    end
end
print parallel_do(size(A), A, 4, any_above), parallel_do(size(A), A, 5, any_above)
% => 10
