% The cheapest way from the first row of a grid to each place of the last: straight on or one to the side in each row.
import "common.q"

function cost = pathfinder(wall : mat[int])
    columns = size(wall, 1)
    cost : vec[int]'clamped = vec[int](columns)
    for n = 0..columns-1
        cost[n] = wall[0,n]
    end
    for m = 1..size(wall,0)-1
        next = vec[int](columns)
        for n = 0..columns-1
            next[n] = wall[m,n] + min(min(cost[n-1], cost[n]), cost[n+1])
        end
        cost = next
    end
end

function [] = main(rows : int = 200, columns : int = 100000, repetitions : int = 5)
    x = noise(rows*columns)
    wall = mat[int](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            wall[m,n] = int(10*x[m*columns + n])
        end
    end
    cost = vec[int](columns)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        cost = pathfinder(wall)
        times[r] = toc("")
    end
    print "times: ", times
    check(cost)
end
