% The product of three square matrices, as an array expression.
import "common.q"

function [] = main(n : int = 768, repetitions : int = 5)
    x = noise(3*n*n)
    a = reshape(x[0..n*n-1], [n, n])
    b = reshape(x[n*n..2*n*n-1], [n, n])
    c = reshape(x[2*n*n..3*n*n-1], [n, n])
    d = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        d = a*b*c
        times[r] = toc("")
    end
    print "times: ", times
    check(d)
end
