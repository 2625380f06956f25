%! features: F404
%! files: elementary.npy
%! flags: --fp=strict
% Host code, kernels on the processor and kernels on a GPU give the same bits.
t = load("elementary.npy")
x : vec = t[0,:]
y = zeros(8, numel(x))
for k = 0..numel(x)-1
    y[0,k] = abs(x[k])
    y[1,k] = sqrt(x[k])
    y[2,k] = sin(x[k])
    y[3,k] = cos(x[k])
    y[4,k] = tan(x[k])
    y[5,k] = ceil(x[k])
    y[6,k] = frac(x[k])
    y[7,k] = mod(x[k], 3)
end
different = 0
k = 0
while k < numel(x)
    v = x[k]
    h = [abs(v), sqrt(v), sin(v), cos(v), tan(v), ceil(v), frac(v), mod(v, 3)]
    for j = 0..7
        if !(h[j] == y[j,k]) && !(isnan(h[j]) && isnan(y[j,k]))
            different += 1
        end
    end
    k += 1
end
print different
% => 0
