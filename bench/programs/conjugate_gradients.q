% Conjugate gradients for Poisson's equation on a square, its matrix stored by rows (CSR).
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

function x = solve(start : vec[int], column : vec[int], value : vec, b : vec, rounds : int)
    x = zeros(numel(b))
    r = copy(b)
    p = copy(b)
    rr = dotprod(r, r)
    for t = 1..rounds
        q = multiply(start, column, value, p)
        alpha = rr/dotprod(p, q)
        x = x + alpha*p
        r = r - alpha*q
        old = rr
        rr = dotprod(r, r)
        p = r + (rr/old)*p
    end
end

% The matrix of the five-point formula on n × n points.
function [start, column, value] = poisson(n : int)
    start = vec[int](n*n + 1)
    column = vec[int](5*n*n)
    value = zeros(5*n*n)
    count = 0
    for i = 0..n-1
        for j = 0..n-1
            for d = 0..4
                m = i + [-1,0,0,0,1][d]
                k = j + [0,-1,0,1,0][d]
                if m >= 0 && m < n && k >= 0 && k < n
                    column[count] = m*n + k
                    value[count] = d == 2 ? 4 : -1
                    count += 1
                end
            end
            start[i*n + j + 1] = count
        end
    end
end

function [] = main(n : int = 512, rounds : int = 20, repetitions : int = 5)
    [start, column, value] = poisson(n)
    b = noise(n*n)
    x = zeros(n*n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        x = solve(start, column, value, b, rounds)
        times[r] = toc("")
    end
    print "times: ", times
    check(x)
end
