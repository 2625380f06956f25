% One part of a feature of the inventory.
%! tolerance: 2e-6
% Host and kernel agree.
x = [-1.5,-0.5,0.0,0.25,1.0,3.0,10.0]
n = numel(x)
function [] = __kernel__ k(x : vec, y : mat, pos : int)
    v = x[pos]
    y[0,pos] = exp(v)
    y[1,pos] = sin(v)
    y[2,pos] = cos(v)
    y[3,pos] = sqrt(abs(v))
    y[4,pos] = floor(v) + ceil(v)
    y[5,pos] = log(abs(v) + 1)
    y[6,pos] = atan(v)
    y[7,pos] = pow(abs(v) + 0.5, 1.5)
end
y = zeros(8,n)
parallel_do(n, x, y, k)
worst = 0.0
for j = 0..n-1
    v = x[j]
    h = [exp(v), sin(v), cos(v), sqrt(abs(v)), floor(v) + ceil(v), log(abs(v) + 1), atan(v), pow(abs(v) + 0.5, 1.5)]
    for i = 0..7
        worst = max(worst, abs(h[i] - y[i,j])/max(1.0, abs(h[i])))
    end
end
print worst < 1e-6
% => 1
print y[0,6], " ", y[1,5], " ", y[2,4]
% => 22026.465794806718 0.1411200080598672 0.5403023058681398
