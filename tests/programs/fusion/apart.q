%! features: F260
%! structure: launch 6, kernel 3
%! reports: fusion the second reads `y` at other positions than the first writes it (line 13)
%! reports: fusion the second writes `x` at other positions than the first uses it (line 16)
%! reports: fusion line 37 must stay between them
%! hides: fusion : fused
% Pairs of launches that look as if they could be one and must not be. Each result is what two launches one after the other give.
function [] = __kernel__ doubled(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
end
% `summed` of what `doubled` wrote: neighbours, which other positions write.
function [] = __kernel__ summed(y : vec'circular, z : vec, pos : int)
    z[pos] = y[pos] + y[pos + 1]
end
function [] = __kernel__ reversed(x : vec, z : vec, pos : int)
    x[numel(x) - 1 - pos] = z[pos]
end
function [] = neighbours(x : vec)
    {!kernel_fusion strategy="smart"}
    y = zeros(numel(x))
    z = zeros(numel(x))
    parallel_do(numel(x), x, y, doubled)
    parallel_do(numel(x), y, z, summed)
    print z
end
function [] = backwards(x : vec)
    {!kernel_fusion strategy="smart"}
    z = zeros(numel(x))
    parallel_do(numel(x), x, z, doubled)
    parallel_do(numel(x), x, z, reversed)
    print x
end
function [] = printed(x : vec)
    {!kernel_fusion strategy="smart"}
    z = zeros(numel(x))
    parallel_do(numel(x), x, z, doubled)
    print z
    parallel_do(numel(x), x, z, doubled)
end
function [] = main(n : int = 4)
    x = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i
    end
    neighbours(copy(x))
    % Doubled: 0, 2, 4, 6; with the next one, around the end:
    % => [2,6,10,6]
    backwards(copy(x))
    % => [6,4,2,0]
    printed(x)
    % => [0,2,4,6]
end
