%! features: F039
function y = f1(a)
    y = a + 1
end
function [y1, y2] = f2()
    y1 = 1
    y2 = 2
end
function [y : int] = f3()
    y = 3.7
end
function y : scalar = f4()
    y = 4
endfunction
function [] = f5()
    print "five"
end
function [] __kernel__ f6(y : vec, pos : int)
    y[pos] = 6
end
print f1(1)
% => 2
[a, b] = f2()
print a, b
% => 12
print f3()
% => 3
print f4()/8
% => 0.5
f5()
% => five
x = zeros(2)
parallel_do(2, x, f6)
print x
% => [6,6]
% The headers of the manual's listings: a line break behind `=`, outputs of a kernel, two results, none.
function [sum : scalar] =
__kernel__ stats(A : mat, pos : ivec2)

if A[pos] != 0
sum += A[pos]
endif
endfunction
function y : scalar = __kernel__ total(A : mat, pos : ivec2)
    y += A[pos]
end
function [p:mat,q:int] = __device__ parts(a:mat)
    p = a
    q = numel(a)
endfunction
A = [[0.5,2.0],[3.0,0.0]]
sum = parallel_do(size(A), A, stats)
print sum, " ", parallel_do(size(A), A, total)
% => 5.5 5.5
[p, q] = parts(A)
print p[0,0], " ", q
% => 0.5 4
