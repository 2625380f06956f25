% Motion between two pictures of bytes: for every block of 8 x 8 pixels the displacement of at most `reach` with the least sum of
% absolute differences, the first of equal ones.
import "common.q"

function [down, across] = motion(now : mat[uint8], before : mat[uint8]'clamped, reach : int)
    rows = int(size(now,0)/8)
    columns = int(size(now,1)/8)
    down = mat[int](rows, columns)
    across = mat[int](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            least = 8*8*255 + 1
            for i = -reach..reach
                for j = -reach..reach
                    total = 0
                    for p = 0..7
                        for q = 0..7
                            total += abs(now[8*m+p,8*n+q] - before[8*m+p+i,8*n+q+j])
                        end
                    end
                    if total < least
                        least = total
                        down[m,n] = i
                        across[m,n] = j
                    end
                end
            end
        end
    end
end

function [] = main(n : int = 1024, reach : int = 7, repetitions : int = 5)
    before = cast(picture(n, n), uint8)
    source : mat[uint8]'clamped = before
    now = mat[uint8](n, n)
    for i = 0..n-1
        for j = 0..n-1
            u = mod(int(i/40) + 3*int(j/56), 13) - 6
            v = mod(5*int(i/40) + int(j/56), 15) - 7
            now[i,j] = source[i+u,j+v] + mod(5*i*j + 7*i + 3*j, 9)
        end
    end
    down = mat[int](int(n/8), int(n/8))
    across = mat[int](int(n/8), int(n/8))
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        [down, across] = motion(now, before, reach)
        times[r] = toc("")
    end
    print "times: ", times
    check(down + 2*across)
end
