%! features: F148
% The listing of the manual (4.2): the array that a closure reads is the one of its definition, also where the variable is set
% to another array; elements that are changed are seen.
A = ones(4,4)
D = __device__ (x : scalar) -> sum(A) + x
A = ones(2,2)
print D(0)
% => 16
A[0,0] = 100
print D(0)
% => 16
B = ones(4,4)
E = __device__ (x : scalar) -> sum(B) + x
function y = through(f : [__device__ scalar -> scalar])
    y = f(1)
end
B[0,0] = 7
print E(0), " ", through(E)
% => 22 23
function f = made(n)
    M = n*ones(2,2)
    f = x -> sum(M) + x
    M = zeros(3,3)
end
print made(2)(1)
% => 9
