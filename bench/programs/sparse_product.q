% A sparse matrix with rows of very different lengths, stored by rows (CSR), times a vector.
import "common.q"

function y = multiply(start : vec[int], column : vec[int], value : vec, x : vec)
    n = numel(start)-1
    y = zeros(n)
    for i = 0..n-1
        s = 0.0
        for k = start[i]..start[i+1]-1
            s += value[k]*x[column[k]]
        end
        y[i] = s
    end
end

function [] = main(n : int = 131072, longest : int = 64, repetitions : int = 5)
    start = vec[int](n+1)
    for i = 0..n-1
        start[i+1] = start[i] + mod(31*i + 7, longest)
    end
    count = start[n]
    value = noise(count)
    column = vec[int](count)
    state = 5
    for k = 0..count-1
        state = mod(8121*state + 28411, 134456)
        column[k] = mod(state, n)
    end
    x = noise(n)
    y = zeros(n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = multiply(start, column, value, x)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
