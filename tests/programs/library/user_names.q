%! features: F414
% User functions with library names shadow them.
function y = sum(x, y0)
    y = x + y0
end
function y = map(f, x)
    y = f(x)
end
function [a, b] = swap(c, d)
    a = d
    b = c
end
print sum(1, 2), " ", map(x -> 2*x, 4)
% => 3 8
[p, q] = swap(1, 2)
print p, q
% => 21
% Kernels of the documents, called like functions of the library, and a variable that is called like one.
function [y : int] = __kernel__ any(A : mat, pos : ivec2)
    if A[pos] != 0
        y = 1
    endif
endfunction
function [y : scalar] = __kernel__ all(A : mat, pos : ivec2)
    y += A[pos]
endfunction
A = zeros(3,3)
print parallel_do(size(A), A, any), parallel_do(size(A), A, all)
% => 00
A[1,2] = 4
if parallel_do(size(A),A,any)
    print "At least one element of A is non-zero!"
endif
% => At least one element of A is non-zero!
mean = parallel_do(size(A), A, all)
print mean
% => 4
