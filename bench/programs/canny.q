% Canny's edges of a picture of bytes: a Gaussian of 5 taps, Sobel's gradients, thinning across the edge,
% two thresholds of |gx| + |gy|, of which the lower one counts where an edge goes on.
import "common.q"

function smooth = gaussian(x : mat[uint8]'mirror)
    weights = [1,4,6,4,1]
    smooth = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0
            for i = -2..2
                for j = -2..2
                    total += weights[i+2]*weights[j+2]*x[m+i,n+j]
                end
            end
            smooth[m,n] = total/256
        end
    end
end

function [gx, gy] = sobel(x : mat[uint8]'mirror)
    gx = mat[int](size(x))
    gy = mat[int](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            gx[m,n] = x[m-1,n+1] + 2*x[m,n+1] + x[m+1,n+1] - x[m-1,n-1] - 2*x[m,n-1] - x[m+1,n-1]
            gy[m,n] = x[m+1,n-1] + 2*x[m+1,n] + x[m+1,n+1] - x[m-1,n-1] - 2*x[m-1,n] - x[m-1,n+1]
        end
    end
end

% 2 where an edge is strong, 1 where it is weak, 0 elsewhere.
function marks = thin(gx : mat[int], gy : mat[int], low : int, high : int)
    strength : mat[int]'safe = mat[int](size(gx))
    for m = 0..size(gx,0)-1
        for n = 0..size(gx,1)-1
            strength[m,n] = abs(gx[m,n]) + abs(gy[m,n])
        end
    end
    marks = mat[uint8](size(gx))
    for m = 0..size(gx,0)-1
        for n = 0..size(gx,1)-1
            s = strength[m,n]
            if s > low
                h = abs(gx[m,n])
                v = abs(gy[m,n])
                if v < 0.41421356*h
                    a = strength[m,n-1]
                    b = strength[m,n+1]
                elseif v > 2.41421356*h
                    a = strength[m-1,n]
                    b = strength[m+1,n]
                elseif gx[m,n]*gy[m,n] > 0
                    a = strength[m-1,n-1]
                    b = strength[m+1,n+1]
                else
                    a = strength[m-1,n+1]
                    b = strength[m+1,n-1]
                end
                if s > a && s >= b
                    marks[m,n] = s > high ? 2 : 1
                end
            end
        end
    end
end

% Weak edges that touch strong ones become strong, until none does.
function [] = follow(marks : mat[uint8]'safe)
    repeat
        changed = 0
        for m = 0..size(marks,0)-1
            for n = 0..size(marks,1)-1
                if marks[m,n] == 1
                    touches = 0
                    for i = -1..1
                        for j = -1..1
                            if marks[m+i,n+j] == 2
                                touches = 1
                            end
                        end
                    end
                    if touches == 1
                        marks[m,n] = 2
                        changed += 1
                    end
                end
            end
        end
    until changed == 0
end

function edges = canny(x : mat[uint8], low : int, high : int)
    [gx, gy] = sobel(gaussian(x))
    marks = thin(gx, gy, low, high)
    follow(marks)
    edges = mat[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if marks[m,n] == 2
                edges[m,n] = 255
            end
        end
    end
end

function [] = main(n : int = 1024, repetitions : int = 5)
    x = cast(picture(n, n), uint8)
    edges = mat[uint8](n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        edges = canny(x, 80, 160)
        times[r] = toc("")
    end
    print "times: ", times
    check(edges)
end
