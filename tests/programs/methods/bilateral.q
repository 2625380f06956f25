%! files: ../../samples/images/camera.png
% The bilateral filter of Tomasi and Manduchi, 1998, and its form by cosines of Chaudhury, Sage and Unser, 2011. The figures are those of
% tests/methods/reference.py, which computes both by their weights.
import "import/photograph.q"
import "imdenoise.q"

% In loops, with a table of the weights in space.
function y = bilateral_of(x : 'mirror, spatial, range, radius)
    table = zeros(2*radius + 1, 2*radius + 1)
    for i = -radius..radius
        for j = -radius..radius
            table[i+radius,j+radius] = exp(-(i^2 + j^2)/(2*spatial^2))
        end
    end
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0.0
            weights = 0.0
            for i = -radius..radius
                for j = -radius..radius
                    w = table[i+radius,j+radius]*exp(-(x[m+i,n+j] - x[m,n])^2/(2*range^2))
                    total += w*x[m+i,n+j]
                    weights += w
                end
            end
            y[m,n] = total/weights
        end
    end
end
bilateral = [28.3746,0.05155,0.22826,0.25231,0.06119,0.07730,0.07705,0.13266,0.09323,0.28211,0.51180,0.53638,0.52533,0.38270,0.46640,0.64642,0.81234]
judge(bilateral_of(noisy(), 1, 0.2, 3), bilateral, 0.0001)
% => as the reference
judge(imbilatfilt(noisy(), 1, 0.2), bilateral, 0.0001)
% => as the reference

% cos(a)^N is a sum of cosines, and cos(k(p - q)) = cos(kp) cos(kq) + sin(kp) sin(kq): Gaussian filters of pictures are enough.
function y = bilateral_by_cosines(x, range, power, mask)
    total = zeros(size(x))
    weights = zeros(size(x))
    share = 2.0^(-power)
    for k = 0..power
        a = (2*k - power)/(range*sqrt(float(power)))
        c = cos(a*x)
        s = sin(a*x)
        total += share*(c.*masked(x.*c, mask) + s.*masked(x.*s, mask))
        weights += share*(c.*masked(c, mask) + s.*masked(s, mask))
        share *= (power - k)/(k + 1)
    end
    y = total./weights
end
bilateral_cosines = [28.3535,0.05155,0.22833,0.25243,0.06109,0.07727,0.07704,0.13267,0.09323,0.28212,0.51183,0.53645,0.52551,0.38269,0.46635,0.64642,0.81235]
judge(bilateral_by_cosines(noisy(), 0.2, 24, gaussian_mask(1, 3)), bilateral_cosines, 0.0001)
% => as the reference
