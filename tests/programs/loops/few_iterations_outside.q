%! loop: 11 serial, as the loops inside are parallel and have more iterations
%! loop: 14 parallel, 2 dimensions
%! loop: 30 parallel
%! loop: 41 parallel
% A loop over three channels has too few iterations for lanes and threads. Where the loops inside are parallel too, it goes on as a loop.
function [mu, sigma] = moments(x : cube)
    [h, w] = [size(x,0), size(x,1)]
    mu = zeros(3)
    sigma = zeros(3)
    n = h*w
    for c = 0..2
        s = 0.0
        q = 0.0
        for i = 0..h-1
            for j = 0..w-1
                s += x[i,j,c]
                q += x[i,j,c]^2
            end
        end
        mu[c] = s/n
        sigma[c] = q/n - (s/n)^2
    end
end
function bins = histograms(x : cube)
    bins = zeros(3, 64)
    for c = 0..2
        count = vec[int](64)
        [h, w] = [size(x,0), size(x,1)]
        s = 0
        for i = 0..h*w-1
            count[int(x[floor(i/w), mod(i, w), c])] += 1
        end
        for b = 0..63
            bins[c,b] = count[b]
        end
    end
end
% Inside is a chain: the loop over channels is what is parallel.
function y = chains(x : mat)
    y = zeros(4)
    for c = 0..3
        s = 1.0
        for i = 0..size(x,0)-1
            s = 0.5*s + x[i,c]/(1 + s)
        end
        y[c] = s
    end
end
x = zeros(40, 50, 3)
for i = 0..39
    for j = 0..49
        for c = 0..2
            x[i,j,c] = mod(i + 2*j + 5*c, 16*(c+1))
        end
    end
end
[m, s] = moments(x)
print m
% => [7.476,15.452,23.636]
print round(100*s)
% => [2120,8490,19107]
b = histograms(x)
print b[0,0], " ", b[0,15], " ", b[1,17], " ", b[2,40], " ", b[2,63], " ", sum(b)
% => 125 124 62 42 0 6000
print chains(zeros(100,4))*2.0^100
% => [1,1,1,1]
