%! features: F303
%! flags: --precision=double
%! omits: cuda q_fetch(x_texture
% Texture hardware has no doubles: their elements are read as those of other arrays, with all of their digits.
function [] = __kernel__ k(y : vec, x : vec'hwtex_linear'clamped, pos : int)
    y[pos] = x[pos / 1024]
end
x = [0, 8]
y = zeros(4)
parallel_do(4, y, x, k)
print y
% => [0,0.0078125,0.015625,0.0234375]
