% Laplace's equation in a cube with fixed faces: sweeps of Jacobi's method.
import "common.q"

function a = jacobi(a : cube, sweeps : int)
    n = size(a, 0)
    b = copy(a)
    for t = 1..sweeps
        for i = 1..n-2
            for j = 1..n-2
                for k = 1..n-2
                    b[i,j,k] = (a[i-1,j,k] + a[i+1,j,k] + a[i,j-1,k] + a[i,j+1,k] + a[i,j,k-1] + a[i,j,k+1])/6
                end
            end
        end
        swap = a
        a = b
        b = swap
    end
end

function [] = main(n : int = 160, sweeps : int = 10, repetitions : int = 5)
    start = reshape(noise(n*n*n), [n, n, n])
    y = zeros(n, n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        x = copy(start)
        tic()
        y = jacobi(x, sweeps)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
