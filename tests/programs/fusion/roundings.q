%! features: F257
%! structure: launch 6
%! reports: fusion in registers: `y`, made in line 22
% Where a product went through memory it was rounded, and a sum that takes it from a register rounds no other way: with fusion and
% without (a barrier), the same bits. Also where both kernels compute the product.
function [] = __kernel__ products(x : vec, y : vec, pos : int)
    y[pos] = x[pos] * 1.1
end
function [] = __kernel__ sums(x : vec, y : vec, z : vec, pos : int)
    z[pos] = y[pos] + x[pos]
end
function [] = __kernel__ again(x : vec, y : vec, z : vec, pos : int)
    z[pos] = (x[pos] * 1.1 + x[pos]) - y[pos]
end
function z = two(x : vec)
    y = zeros(numel(x))
    z = zeros(numel(x))
    parallel_do(numel(x), x, y, products)
    parallel_do(numel(x), x, y, z, again)
end
function z = fused(x : vec)
    y = zeros(numel(x))
    z = zeros(numel(x))
    {!kernel_fusion strategy="smart"}
    parallel_do(numel(x), x, y, products)
    parallel_do(numel(x), x, y, z, sums)
end
function z = apart(x : vec)
    {!kernel_fusion strategy="smart"}
    y = zeros(numel(x))
    z = zeros(numel(x))
    parallel_do(numel(x), x, y, products)
    {!kernel_fusion barrier}
    parallel_do(numel(x), x, y, z, sums)
end
function z = two_fused(x : vec)
    {!kernel_fusion strategy="smart"}
    z = two(x)
end
function d = differences(a : vec, b : vec)
    d = 0
    {!serial for}
    for i = 0..numel(a)-1
        if a[i] != b[i]
            d += 1
        end
    end
end
function [] = main(n : int = 1000)
    x = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = (i + 1) / 3
    end
    print differences(fused(x), apart(x))
    % => 0
    print differences(two(x), two_fused(x))
    % => 0
end
