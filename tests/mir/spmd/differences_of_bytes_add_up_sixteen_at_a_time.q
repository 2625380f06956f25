%! test spmd lanes=8
% Only the first and the third lane have a part.
% check: lanes 16
% check: ByteDifferences
% check: $half: varying i32 = SwapGroups($parts, 2)
% next: $all: varying i32 = Binary(Add, $parts, $half)
% next: Lane($all, 0)
function [] = main()
    x = mat[uint8](64,64)
    y : mat[uint8]'clamped = mat[uint8](64,64)
    for k = 0..63
        x[k,k] = k
        y[k,k] = 63 - k
    end
    z = mat[int](8,4)
    for m = 0..7
        for n = 0..3
            least = 100000
            for i = -2..2
                total = 0
                for p = 0..7
                    for q = 0..15
                        total += abs(x[8*m+p,16*n+q] - y[8*m+p,16*n+q+i])
                    end
                end
                least = min(least, total)
            end
            z[m,n] = least
        end
    end
    print sum(z)
end
