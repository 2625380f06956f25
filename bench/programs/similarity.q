% The structural similarity of two pictures at every pixel (SSIM): means, variances and covariance under a Gaussian of 11 x 11.
import "common.q"

function w = weights(radius : int, sigma)
    w = zeros(2*radius + 1)
    for k = -radius..radius
        w[k + radius] = exp(-k^2/(2*sigma^2))
    end
    w = w/sum(w)
end

function y = smooth(x : mat, w : vec)
    radius = int(numel(w)/2)
    t : mat'clamped = zeros(size(x))
    source : mat'clamped = x
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = 0..numel(w)-1
                t[m,n] += w[k]*source[m, n + k - radius]
            end
        end
    end
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = 0..numel(w)-1
                y[m,n] += w[k]*t[m + k - radius, n]
            end
        end
    end
end

function s = similarity(x : mat, y : mat, w : vec)
    mx = smooth(x, w)
    my = smooth(y, w)
    vx = smooth(x.*x, w) - mx.*mx
    vy = smooth(y.*y, w) - my.*my
    vxy = smooth(x.*y, w) - mx.*my
    c1 = (0.01*255)^2
    c2 = (0.03*255)^2
    s = (2*mx.*my + c1).*(2*vxy + c2)./((mx.*mx + my.*my + c1).*(vx + vy + c2))
end

function [] = main(n : int = 1024, repetitions : int = 5)
    x = picture(n, n)
    y = 0.9*x + 20*reshape(noise(n*n), [n, n])
    w = weights(5, 1.5)
    s = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        s = similarity(x, y, w)
        times[r] = toc("")
    end
    print "times: ", times
    check(s)
end
