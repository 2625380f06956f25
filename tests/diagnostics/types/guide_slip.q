% The guide's first kernel asks for numel(a), which does not exist; mask is meant.
function [] = __kernel__ filter(x : mat, y : mat, mask : vec, pos : ivec2)
    offset = numel(a)/2 %~ E0201 `a`
    y[pos] = x[pos]*mask[0] + offset
end
x = zeros(4,4)
parallel_do(size(x), x, zeros(4,4), [1.0,2.0], filter)
