%! test spmd lanes=8
% Each difference is compared, too, which takes all of them in lanes of their own.
% check: Unary(Abs
% not: ByteDifferences
function [] = main()
    x = mat[uint8](64,64)
    y : mat[uint8]'clamped = mat[uint8](64,64)
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
                        d = abs(x[8*m+p,8*n+q] - y[8*m+p,8*n+q+i])
                        total += d > 9 ? d : 0
                    end
                end
                least = min(least, total)
            end
            z[m,n] = least
        end
    end
    print sum(z)
end
