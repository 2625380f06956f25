% The temperature of a chip with a given power in each cell: explicit steps of the heat equation.
import "common.q"

function y = step(t : mat'clamped, power : mat, rx, ry, rz, ambient)
    y = zeros(size(t))
    for m = 0..size(t,0)-1
        for n = 0..size(t,1)-1
            vertical = (t[m+1,n] + t[m-1,n] - 2*t[m,n])*ry
            horizontal = (t[m,n+1] + t[m,n-1] - 2*t[m,n])*rx
            y[m,n] = t[m,n] + power[m,n] + vertical + horizontal + (ambient - t[m,n])*rz
        end
    end
end

function t = hotspot(t : mat, power : mat, steps : int)
    for k = 1..steps
        t = step(t, power, 0.15, 0.1, 0.002, 80)
    end
end

function [] = main(n : int = 1024, steps : int = 20, repetitions : int = 5)
    start = 300 + picture(n, n)/8
    power = reshape(noise(n*n), [n, n])
    y = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = hotspot(start, power, steps)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
