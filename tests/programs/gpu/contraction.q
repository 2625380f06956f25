%! emits: cuda = fmaf(
%! omits: cuda fma(
% Without `--fp=strict` a product that one sum uses is contracted with it on a GPU too: what is left of a difference that would be zero are
% the roundings of the products.
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
    % The products are less than 4, so that they are rounded by less than 2^-22.
    print max(abs(z)) < 2.5e-7
    % => 1
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
