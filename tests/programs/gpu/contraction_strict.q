%! flags: --fp=strict
%! omits: cuda fmaf(
% With `--fp=strict` no product is contracted with a sum, on no device: the difference is zero to the last bit.
function [] = __kernel__ rest(x : vec'unchecked, y : vec'unchecked, z : vec'unchecked, pos : int)
    z[pos] = x[pos] * y[pos] + z[pos]
end
% A product that is used twice is rounded.
function [] = __kernel__ twice(x : vec'unchecked, y : vec'unchecked, z : vec'unchecked, pos : int)
    p = x[pos] * y[pos]
    z[pos] = (p + z[pos]) + p
end
function [] = main(n : int = 4096)
    x = zeros(n)
    y = zeros(n)
    z = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = 1 + i/4096
        y[i] = 1 + mod(37*i,4096)/4096*1.0001
        z[i] = -x[i]*y[i]
    end
    parallel_do(n, x, y, z, rest)
    % Both products are rounded in the same way.
    print max(abs(z))
    % => 0
    {!serial for}
    for i = 0..n-1
        z[i] = -x[i]*y[i]
    end
    parallel_do(n, x, y, z, twice)
    {!serial for}
    for i = 0..n-1
        z[i] = z[i] - x[i]*y[i]
    end
    print max(abs(z))
    % => 0
end
