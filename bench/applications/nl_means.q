% Non-local means of a colour image: patches of 7x7 within 7x7, clamped at the borders.
import "common.q"

function y = nl_means(x : cube'clamped, patch : int, search : int, sigma : scalar)
    p = int(patch/2)
    s = int(search/2)
    factor = -1/(sigma^2*patch^2)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0.0
            colour = [0.0, 0.0, 0.0]
            for dy = -s..s
                for dx = -s..s
                    distance = 0.0
                    for i = -p..p
                        for j = -p..p
                            for c = 0..2
                                distance += (x[m+i,n+j,c] - x[m+dy+i,n+dx+j,c])^2
                            end
                        end
                    end
                    weight = exp(distance*factor)
                    total += weight
                    for c = 0..2
                        colour[c] += weight*x[m+dy,n+dx,c]
                    end
                end
            end
            for c = 0..2
                y[m,n,c] = saturate(colour[c]/total)
            end
        end
    end
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536)
    x = colour_texture(rows, columns)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = nl_means(x, 7, 7, 0.12)
        times[r] = toc("")
    end
    report(times, y)
end
