%! test spmd lanes=8
% No machine adds up differences of 16 bits at once.
% check: lanes 8
% check: varying i32 = Load { memory: U16
% check: varying i32 = Load { memory: U16
% check: Binary(Sub
% check: Unary(Abs
% not: ByteDifferences
function [] = main()
    x = mat[uint16](64,64)
    y : mat[uint16]'clamped = mat[uint16](64,64)
    for k = 0..63
        x[k,k] = k
        y[k,k] = 63 - k
    end
    z = mat[int](8,4)
    for m = 0..7
        for n = 0..7
            least = 1000000
            for i = -2..2
                total = 0
                for p = 0..7
                    for q = 0..7
                        total += abs(x[8*m+p,8*n+q] - y[8*m+p,8*n+q+i])
                    end
                end
                least = min(least, total)
            end
            z[m,n] = least
        end
    end
    print sum(z)
end
