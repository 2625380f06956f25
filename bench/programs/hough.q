% Straight lines in a picture: every edge pixel votes for all lines through it (Hough transform).
import "common.q"

function votes = hough(edges : mat, angles : int)
    rows = size(edges,0)
    columns = size(edges,1)
    reach = int(ceil(sqrt(rows*rows + columns*columns)))
    votes = mat[int](angles, 2*reach + 1)
    for m = 0..rows-1
        for n = 0..columns-1
            if edges[m,n] > 0
                for a = 0..angles-1
                    angle = a*pi/angles
                    distance = n*cos(angle) + m*sin(angle)
                    votes[a, int(floor(distance + 0.5)) + reach] += 1
                end
            end
        end
    end
end

function [] = main(n : int = 768, angles : int = 180, repetitions : int = 5)
    x : mat'clamped = picture(n, n)
    edges = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            if abs(x[i,j+1] - x[i,j-1]) + abs(x[i+1,j] - x[i-1,j]) > 100
                edges[i,j] = 1
            end
        end
    end
    votes = mat[int](angles, 1)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        votes = hough(edges, angles)
        times[r] = toc("")
    end
    print "times: ", times
    check(votes)
end
