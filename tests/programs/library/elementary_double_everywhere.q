%! features: F404
%! files: elementary_double.npy
%! flags: --precision=double --fp=strict
%! processor: text for GPUs has CUDA's own functions of doubles, and strict arithmetic wants those of processors
% Host code and kernels give the same bits, of special values too, which vectors leave to another way for some of their lanes.
t = load("elementary_double.npy")
x : vec = t[0,:]
y = zeros(20, numel(x))
for k = 0..numel(x)-1
    y[0,k] = exp(x[k])
    y[1,k] = exp2(x[k])
    y[2,k] = log(x[k])
    y[3,k] = log2(x[k])
    y[4,k] = log10(x[k])
    y[5,k] = sin(x[k])
    y[6,k] = cos(x[k])
    y[7,k] = tan(x[k])
    y[8,k] = asin(x[k])
    y[9,k] = acos(x[k])
    y[10,k] = atan(x[k])
    y[11,k] = sinh(x[k])
    y[12,k] = cosh(x[k])
    y[13,k] = tanh(x[k])
    y[14,k] = atan2(x[k], 0.7)
    y[15,k] = x[k]^(k-500)
    y[16,k] = asinh(x[k])
    y[17,k] = acosh(x[k])
    y[18,k] = atanh(x[k])
    y[19,k] = erf(x[k])
end
different = 0
k = 0
while k < numel(x)
    v = x[k]
    h = [exp(v), exp2(v), log(v), log2(v), log10(v), sin(v), cos(v), tan(v), asin(v), acos(v), atan(v), sinh(v), cosh(v), tanh(v), atan2(v, 0.7), v^(k-500), asinh(v), acosh(v), atanh(v), erf(v)]
    for j = 0..19
        same = h[j] == y[j,k] && (h[j] != 0 || 1/h[j] == 1/y[j,k])
        if !same && !(isnan(h[j]) && isnan(y[j,k]))
            different += 1
        end
    end
    k += 1
end
print different
% => 0
