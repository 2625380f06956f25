%! fault: race in global memory
%! kernel: turn
%! array: a
% A matrix transposed in place by a thread for each element.
function [] = __kernel__ turn(a : mat, pos : ivec2)
    v = a[pos[1], pos[0]] % here
    a[pos] = v % here
end
a = zeros(32,32)
for m = 0..31
    for n = 0..31
        a[m,n] = 100*m + n
    end
end
parallel_do([32,32], a, turn)
print a[0,1]
