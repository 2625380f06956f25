% A low-pass filter in the frequency domain, as an array expression.
import "common.q"

function [] = main(n : int = 1024, repetitions : int = 5)
    x = picture(n, n)
    response = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            u = min(i, n-i)/n
            v = min(j, n-j)/n
            response[i,j] = 1/(1 + 400*(u*u + v*v))
        end
    end
    y = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = real(ifft2(fft2(x).*response))
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
