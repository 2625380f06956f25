%! features: F208 F209
function [] = __kernel__ k(x : mat, pos : ivec2)
    x[pos] = 1
end
x = zeros(64,64)
b = max_block_size(k, size(x))
assert(b[0]*b[1] >= 1 && b[0]*b[1] <= 1024)
c = opt_block_size(k, size(x))
assert(c[0]*c[1] >= 1 && c[0]*c[1] <= 1024)
n = opt_block_cnt(k, c, size(x))
assert(n[0]*n[1] >= 1)
parallel_do([n.*c, c], x, k)
print "legal"
% => legal
%! pending: block sizes that are not constant
