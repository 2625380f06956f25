%! files: ../../samples/images/camera.png
% Non-local means after Buades, Coll and Morel, 2005, for white and for correlated noise, each alone and with deconvolution. The figures are
% those of tests/methods/reference.py.
import "import/photograph.q"

% Patches of 3 by 3 within two pixels; that noise makes equal patches differ is taken off.
function y = nonlocal_mean(x : 'mirror, guide : 'mirror, sigma)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0.0
            weights = 0.0
            for p = m-2..m+2
                for q = n-2..n+2
                    d = 0.0
                    for i = -1..1
                        for j = -1..1
                            d += (guide[p+i,q+j] - guide[m+i,n+j])^2
                        end
                    end
                    w = exp(-max(d/9 - 2*sigma^2, 0)/(0.6*sigma)^2)
                    total += w*x[p,q]
                    weights += w
                end
            end
            y[m,n] = total/weights
        end
    end
end
nonlocal_means = [27.4744,0.04891,0.21233,0.22039,0.09357,0.06682,0.07254,0.11818,0.11587,0.26952,0.50119,0.53272,0.53812,0.40190,0.48424,0.63740,0.80994]
x = noisy()
judge(nonlocal_mean(x, x, sigma), nonlocal_means, 0.0005)
% => as the reference

% What makes coloured noise white; patches are compared in it.
function y = whitened(x : 'mirror)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = (x[m,n] - memory*x[m,n-1])/sqrt(1 - memory^2)
        end
    end
end
nonlocal_means_correlated = [26.0079,0.01206,0.22323,0.40115,0.05873,0.09740,0.03764,0.10700,0.14477,0.28245,0.48913,0.49964,0.48191,0.39176,0.52672,0.62202,0.81584]
x = photograph() + sigma*coloured_noise()
judge(nonlocal_mean(x, whitened(x), sigma), nonlocal_means_correlated, 0.0005)
% => as the reference

% The weights of all pixels as a cube, whose last dimension counts the neighbours; their sums are 1.
function w = weights_of(guide, sigma)
    function [] = __kernel__ weigh(guide : mat'mirror, w : cube'unchecked, sigma, pos : ivec2)
        sum = 0.0
        for k = 0..24
            shift = [int(k/5) - 2, mod(k, 5) - 2]
            d = 0.0
            for i = -1..1
                for j = -1..1
                    d += (guide[pos + shift + [i,j]] - guide[pos + [i,j]])^2
                end
            end
            v = exp(-max(d/9 - 2*sigma^2, 0)/(0.6*sigma)^2)
            w[pos[0],pos[1],k] = v
            sum += v
        end
        for k = 0..24
            w[pos[0],pos[1],k] /= sum
        end
    end
    w = zeros(size(guide,0), size(guide,1), 25)
    parallel_do(size(guide), guide, w, sigma, weigh)
end
function y = weighted(x : 'mirror, w)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for k = 0..24
                s += w[m,n,k]*x[m + int(k/5) - 2, n + mod(k, 5) - 2]
            end
            y[m,n] = s
        end
    end
end

% Steps down |hu - x|^2 + amount |differences from neighbours that look alike|^2.
function u = deconvolved(x, guide)
    w = weights_of(guide, fine)
    u = copy(x)
    for k = 1..8
        u -= blur(blur(u) - x) + 0.3*(u - weighted(u, w))
    end
end
nonlocal_deconvolution = [31.6312,0.09116,0.19797,0.19006,0.09603,0.07416,0.09709,0.13675,0.10801,0.31442,0.52053,0.57413,0.53906,0.38827,0.46487,0.66447,0.80151]
x = blur(photograph()) + fine*white_noise()
judge(deconvolved(x, x), nonlocal_deconvolution, 0.001)
% => as the reference
nonlocal_deconvolution_correlated = [30.9475,0.08625,0.17973,0.23543,0.10962,0.07753,0.09320,0.13314,0.12161,0.31256,0.50641,0.55924,0.51838,0.38823,0.47905,0.65708,0.80804]
x = blur(photograph()) + fine*coloured_noise()
judge(deconvolved(x, whitened(x)), nonlocal_deconvolution_correlated, 0.001)
% => as the reference
