%! features: F104 F105
% Circular shift in any number of dimensions.
function y = shift[N:int](x : cube{N}, s : vec(N))
    function [] = __kernel__ k(x : cube{N}'circular, y : cube{N}, s : vec(N), pos : vec(N))
        y[pos] = x[pos + s]
    end
    y = zeros(size(x, 0..N-1))
    parallel_do(size(y), x, y, s, k)
end
A = [[1.0,2.0],[3.0,4.0]]
B = shift(A, [1.0,0.0])
print B[0,:]
% => [3,4]
C = zeros(2,2,2)
C[1,1,1] = 5
D = shift[3](C, [1.0,1.0,1.0])
print D[0,0,0], sum(D)
% => 55
