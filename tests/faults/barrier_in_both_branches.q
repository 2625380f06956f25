%! fault: divergent barrier
%! kernel: sides
% Each side of a branch has a barrier of its own.
function [] = __kernel__ sides(x : vec, y : vec, n : int, pos : int)
    if x[pos] < n
        y[pos] = 1
        syncthreads % here
        y[pos] += 2*x[pos]
    else
        y[pos] = x[pos]
        syncthreads % here
        y[pos] += 1
    end
end
x = zeros(64)
for k = 0..63
    x[k] = k
end
y = zeros(64)
parallel_do([[1,64],[1,64]], x, y, 7, sides)
print y[0]
