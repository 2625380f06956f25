%! test spmd lanes=8
% Eight rows of eight bytes stand one after the other; what the lanes have becomes one number behind the last.
% check: ByteDifferences
% next: Binary(Add
% check: ByteDifferences
% check: ByteDifferences
% check: ByteDifferences
% check: ByteDifferences
% check: ByteDifferences
% check: ByteDifferences
% check: ByteDifferences
% next: $parts: varying i32 = Binary(Add
% next: Lane($parts, 0)
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
            least = 100000
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
