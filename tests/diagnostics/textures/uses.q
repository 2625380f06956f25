function [] = __kernel__ writes(f : vec'hwconst, pos : int)
    f[pos] = 1          %~ E0317 `'const` and cannot be written
end
function [] = __kernel__ adds(f : vec'hwtex_const, pos : int)
    f[pos] += 1         %~ E0317 `'const` and cannot be written
end
function [] = __kernel__ many(y : vec, x : mat'hwtex_linear, p : vec3, pos : int)
    y[pos] = x[p]                   %~ E0305 3 indices for a
    y[pos] = x[0.5, 0.5, 1]         %~ E0305 3 indices for a
end
x = zeros(3)
parallel_do(3, x, writes)
parallel_do(3, x, adds)
parallel_do(3, x, ones(2,2), [0.0,1.0,2.0], many)
%! features: F302 F308
