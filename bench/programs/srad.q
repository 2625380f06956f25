% Anisotropic diffusion against speckle (SRAD): a coefficient in each pixel, then a step of diffusion with it.
import "common.q"

function [] = srad(image : mat'clamped, steps : int, lambda)
    rows = size(image, 0)
    columns = size(image, 1)
    north = zeros(rows, columns)
    south = zeros(rows, columns)
    west = zeros(rows, columns)
    east = zeros(rows, columns)
    c : mat'clamped = zeros(rows, columns)
    for t = 1..steps
        q0 = var(image)/mean(image)^2
        for m = 0..rows-1
            for n = 0..columns-1
                v = image[m,n]
                north[m,n] = image[m-1,n] - v
                south[m,n] = image[m+1,n] - v
                west[m,n] = image[m,n-1] - v
                east[m,n] = image[m,n+1] - v
                gradient = (north[m,n]^2 + south[m,n]^2 + west[m,n]^2 + east[m,n]^2)/(v*v)
                laplacian = (north[m,n] + south[m,n] + west[m,n] + east[m,n])/v
                q = (0.5*gradient - laplacian^2/16)/(1 + 0.25*laplacian)^2
                c[m,n] = saturate(1/(1 + (q - q0)/(q0*(1 + q0))))
            end
        end
        for m = 0..rows-1
            for n = 0..columns-1
                divergence = c[m,n]*north[m,n] + c[m+1,n]*south[m,n] + c[m,n]*west[m,n] + c[m,n+1]*east[m,n]
                image[m,n] += 0.25*lambda*divergence
            end
        end
    end
end

function [] = main(n : int = 1024, steps : int = 10, repetitions : int = 5)
    start = exp(picture(n, n)/255)
    image = copy(start)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        image = copy(start)
        tic()
        srad(image, steps, 0.5)
        times[r] = toc("")
    end
    print "times: ", times
    check(image)
end
