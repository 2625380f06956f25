%! features: F155 F039
% The listings of the manual (4.7): an output that any position may set, one that they add to, and the array of one element.
function [y : int] = __kernel__ any(A : mat, pos : ivec2)
if A[pos] != 0
y = 1
endif
endfunction
function [sum : scalar] =
__kernel__ stats(A : mat, pos : ivec2)

if A[pos] != 0
sum += A[pos]
endif
endfunction
A = zeros(40,50)
if parallel_do(size(A),A,any)
print "At least one element of A is non-zero!"
endif
A[20,30] = 3
A[39,49] = 1.5
if parallel_do(size(A),A,any)
print "At least one element of A is non-zero!"
endif
% => At least one element of A is non-zero!
sum = parallel_do(size(A),A,stats)
print sum
% => 4.5
function [] = __kernel__ stats_in(sum : vec(1), A : mat, pos : ivec2)
if A[pos] != 0
sum[0] += A[pos]
endif
endfunction
sum = zeros(1)
parallel_do(size(A),sum,A,stats_in)
print sum[0]
% => 4.5
