% The pictures of the methods' tests and the comparison with tests/methods/reference.py, which makes the same pictures.
sigma = 0.08     % deviation of the noise
fine = 0.02      % of that on blurred pictures
memory = 0.7     % how much coloured noise remembers its left neighbour

% Part of a photograph, in 0..1.
function x = photograph()
    x = imread("camera.png")[108..155,198..245,0]/255
end

% Sums of twelve numbers of the three generators of Wichmann and Hill: mean 0, deviation 1.
function y = white_noise()
    y = zeros(48,48)
    a = 1
    b = 2
    c = 3
    {!serial for}
    for m = 0..47
        for n = 0..47
            s = -6.0
            for k = 1..4
                a = mod(171*a, 30269)
                b = mod(172*b, 30307)
                c = mod(170*c, 30323)
                s += a/30269 + b/30307 + c/30323
            end
            y[m,n] = s
        end
    end
end

function y = coloured_noise()
    y = white_noise()
    for m = 0..47
        for n = 1..47
            y[m,n] = memory*y[m,n-1] + sqrt(1 - memory^2)*y[m,n]
        end
    end
end

% A Gaussian mask of deviation s.
function h = gaussian_mask(s, radius)
    h = zeros(2*radius + 1)
    for k = -radius..radius
        h[k+radius] = exp(-k^2/(2*s^2))
    end
    h = h/sum(h)
end

% x under a mask along rows and columns.
function y = masked(x : 'mirror, h)
    radius = int(numel(h)/2)
    t : 'mirror = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for k = -radius..radius
                s += h[k+radius]*x[m,n+k]
            end
            t[m,n] = s
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for k = -radius..radius
                s += h[k+radius]*t[m+k,n]
            end
            y[m,n] = s
        end
    end
end

% What the blurred pictures were blurred with; it is its own transpose.
function y = blur(x)
    y = masked(x, gaussian_mask(1, 4))
end

function x = noisy()
    x = photograph() + sigma*white_noise()
end

% Compares with the figures of a reference: the decibels, then the pixels of four rows and columns. y is all of the photograph, or its
% upper left part.
function [] = judge(y, figures, limit)
    [rows, columns] = size(y, 0..1)
    gain = -10*log10(mean((y - photograph()[0..rows-1,0..columns-1]).^2))
    apart = 0.0
    for i = 0..3
        for j = 0..3
            apart = max(apart, abs(y[int((rows - 1)*i/3),int((columns - 1)*j/3)] - figures[4*i+j+1]))
        end
    end
    if abs(gain - figures[0]) < 0.01 && apart < limit
        print "as the reference"
    else
        print gain, " instead of ", figures[0], " dB, pixels differ by ", apart
    end
end
