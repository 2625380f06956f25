%! features: F114
% The same builtins on a fixed size, on the host and in a kernel.
function y = __device__ measure(A : mat(2,3), which : int)
    y = 0.0
    match which with
    | 0 -> y = sum(zeros(2,3))
    | 1 -> y = sum(ones(2,3))
    | 2 -> y = sum(eye(3))
    | 3 -> y = sum(repmat(A, [2,1]))
    | 4 -> y = sum(reshape(A, [3,2]))
    | 5 -> y = sum(shuffledims(A, [1,0]))
    | 6 -> y = transpose(A)[2,1]
    | 7 -> y = sum(A)
    | 8 -> y = prod(A)
    | 9 -> y = min(A)
    | 10 -> y = max(A)
    | 11 -> y = sum(mindim(A, 1))
    | 12 -> y = sum(maxdim(A, 1))
    | 13 -> y = sum(cumsum(A, 1))
    | 14 -> y = sum(cumprod(A, 1))
    | 15 -> y = sum(cummin(A, 1))
    | 16 -> y = sum(cummax(A, 1))
    end
end
A = [[1.0,2.0,3.0],[4.0,6.0,5.0]]
h = zeros(17)
for k = 0..16
    h[k] = measure(A, k)
end
print h
% => [0,6,3,42,21,21,5,21,720,1,6,5,9,39,157,15,22]
d = zeros(17)
parallel_do(17, A, d, __kernel__ (A : mat(2,3), d : vec, pos : int) -> d[pos] = measure(A, pos))
print max(abs(h - d))
% => 0
