%! structure: launch 3
%! reports: fusion the second writes `y` at other positions than the first uses it (line 5)
% Boundaries keep their meaning: what the position maps to outside of an array is another position's element.
function [] = __kernel__ mirrored(x : vec'mirror, y : vec'mirror, pos : int)
    y[pos] = x[pos] + 1
end
function [] = __kernel__ blurred(y : vec'mirror, z : vec, pos : int)
    z[pos] = y[pos] * 10
end
function [] = __kernel__ safe(x : vec'safe, y : vec'safe, pos : int)
    y[pos] = x[pos] + 1
end
% The launches run over more positions than the arrays have.
function z = beyond(x : vec, n : int)
    {!kernel_fusion strategy="smart"}
    y = zeros(numel(x))
    z = zeros(n)
    w = zeros(n)
    {!kernel_fusion barrier}
    parallel_do(n, x, y, mirrored)
    parallel_do(n, y, z, blurred)
    {!kernel_fusion barrier}
    parallel_do(n, x, y, safe)
    parallel_do(n, y, w, safe)
    print z, " ", w
end
function [] = main(n : int = 6)
    x = zeros(4)
    {!serial for}
    for i = 0..3
        x[i] = i
    end
    z = beyond(x, n)
    % y is 1, 2, 3, 4 in both; mirrored it goes on with 4, 3 (the last element stands twice), and safe with zeros, to which 1 is added.
    % => [10,20,30,40,40,30] [2,3,4,5,1,1]
end
