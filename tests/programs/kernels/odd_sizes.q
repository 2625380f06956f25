%! features: F202
% Sizes that are no multiple of any block or vector width.
function [total, last] = fill(h, w)
    x = zeros(h, w)
    parallel_do(size(x), __kernel__ (pos : ivec2) -> x[pos] = 1)
    total = sum(x)
    last = x[h-1,w-1]
end
[t, l] = fill(1, 1)
print t, " ", l
% => 1 1
[t, l] = fill(31, 33)
print t, " ", l
% => 1023 1
[t, l] = fill(1, 1025)
print t, " ", l
% => 1025 1
[t, l] = fill(1025, 1)
print t, " ", l
% => 1025 1
[t, l] = fill(7, 3)
print t, " ", l
% => 21 1
