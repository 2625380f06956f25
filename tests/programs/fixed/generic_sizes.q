%! features: F103
function y = apply[M,N](A : mat(M,N), b : vec(N))
    y = zeros(M)
    for i = 0..M-1
        for j = 0..N-1
            y[i] += A[i,j]*b[j]
        end
    end
end
print apply([[1.0,2.0,3.0],[4.0,5.0,6.0]], [1.0,0.0,2.0])
% => [7,16]
