% Connected components of a mask (4 neighbours): every pixel takes the greatest label around it until none changes.
import "common.q"

function labels = components(mask : mat[int])
    rows = size(mask, 0)
    columns = size(mask, 1)
    labels : mat[int]'safe = mat[int](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            if mask[m,n] != 0
                labels[m,n] = m*columns + n + 1
            end
        end
    end
    repeat
        changed = 0
        next = mat[int](rows, columns)
        for m = 0..rows-1
            for n = 0..columns-1
                if mask[m,n] != 0
                    best = max(labels[m,n], max(max(labels[m-1,n], labels[m+1,n]), max(labels[m,n-1], labels[m,n+1])))
                    if best != labels[m,n]
                        changed += 1
                    end
                    next[m,n] = best
                end
            end
        end
        labels = next
    until changed == 0
end

% The size of the component that each pixel belongs to: the same whatever the labels are.
function areas = areas_of(labels : mat[int])
    rows = size(labels, 0)
    columns = size(labels, 1)
    counts = vec[int](rows*columns + 1)
    for m = 0..rows-1
        for n = 0..columns-1
            counts[labels[m,n]] += 1
        end
    end
    counts[0] = 0
    areas = mat[int](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            areas[m,n] = counts[labels[m,n]]
        end
    end
end

function [] = main(n : int = 768, repetitions : int = 5)
    mask = mat[int](n, n)
    for i = 0..n-1
        for j = 0..n-1
            radius = mod(7919*int(i/48) + 10473*int(j/40), 700)
            if (mod(i, 48) - 24)^2 + (mod(j, 40) - 20)^2 < radius
                mask[i,j] = 1
            end
        end
    end
    labels = mat[int](n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        labels = components(mask)
        times[r] = toc("")
    end
    print "times: ", times
    check(areas_of(labels))
end
