%! test spmd lanes=8
% Two pixels of three channels with 16 bits: pairs are three elements with 32 bits. The two branches store one of them.
% check: StoreInterleaved { memory: I32
% count 1: StoreInterleaved
% not: Scatter

function y = f(x : mat[int16])
    y = cube[int16](size(x,0), 2*size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,2*n,0] = x[m,n]
            y[m,2*n,1] = 1
            y[m,2*n,2] = 2
            y[m,2*n+1,0] = 3
            if x[m,n] > 7
                y[m,2*n+1,1] = x[m,n] + 1
            else
                y[m,2*n+1,1] = 4
            end
            y[m,2*n+1,2] = 5
        end
    end
end
print sum(f(mat[int16](40, 50)))
