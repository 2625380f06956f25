% Maxwell's equations in the plane by finite differences, 20 steps.
import "check.q"

function [] = fdtd(ex : mat, ey : mat, hz : mat)
    rows = size(hz,0)
    cols = size(hz,1)
    for t = 0..19                          %: serial: each step reads the step before
        for j = 0..cols-1                  %: parallel
            ey[0,j] = t
        end
        for i = 1..rows-1                  %: parallel
            for j = 0..cols-1              %: parallel
                ey[i,j] -= 0.5*(hz[i,j] - hz[i-1,j])
            end
        end
        for i = 0..rows-1                  %: parallel
            for j = 1..cols-1              %: parallel
                ex[i,j] -= 0.5*(hz[i,j] - hz[i,j-1])
            end
        end
        for i = 0..rows-2                  %: parallel
            for j = 0..cols-2              %: parallel
                hz[i,j] -= 0.7*(ex[i,j+1] - ex[i,j] + ey[i+1,j] - ey[i,j])
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    ex = zeros(n, m)
    ey = zeros(n, m)
    hz = zeros(n, m)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..m-1
                ex[i,j] = mod(i*(j+1), 17)/17
                ey[i,j] = mod(i*(j+2), 13)/13
                hz[i,j] = mod(i*(j+3), 11)/11
            end
        end
        tic()
        fdtd(ex, ey, hz)
        times[run] = toc("")
    end
    print "times: ", times
    check(hz)
end
