%! raises: the matrix is singular line 5
% The error names the line of the call.
function y = solution(a, b)
    b = 2*b
    y = blas_lusolve(a, b)
end
a = ones(3,3)
print solution(a, [1.0,2,3])
