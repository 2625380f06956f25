% y = a*x + y of vectors, as a kernel: bound by memory.
% Prints sums and samples of the result.
function [] = __kernel__ axpy(x : vec'unchecked, y : vec'unchecked, a : scalar, pos : int)
    y[pos] = a*x[pos] + y[pos]
end
function [] = main(n : int = 6144, repetitions : int = 20)
    x = zeros(n*n)
    y = zeros(n*n)
    for i = 0..n*n-1
        x[i] = mod(i, 1021)/1024
    end
    for r = 1..repetitions
        parallel_do(n*n, x, y, 0.5, axpy)
    end
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0], " ", y[1000], " ", y[n*n-7]
end
