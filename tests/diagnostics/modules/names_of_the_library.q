%! features: F414
% Functions and kernels of the program that are called like those of the library: nothing is said of it (the only report is on the last line).
function [y : int] = __kernel__ any(A : mat, pos : ivec2)
    if A[pos] != 0
        y = 1
    endif
endfunction
function [y : int] = __kernel__ all(A : mat, pos : ivec2)
    y &= A[pos] != 0
endfunction
function [sum : scalar] = __kernel__ stats(A : mat, pos : ivec2)
    sum += A[pos]
endfunction
function y = __kernel__ map(x : vec, pos : int)
    y += x[pos]
end
function [a, b] = swap(c, d)
    [a, b] = {d, c}
end
A = eye(3)
if parallel_do(size(A), A, any)
    sum = parallel_do(size(A), A, stats)
    print sum, parallel_do(3, [1,2,3], map), parallel_do(size(A), A, all)
end
[p, q] = swap(1, 2)
print p, q, unheard %~ E0201 unheard
