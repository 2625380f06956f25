%! fault: divergent barrier
%! kernel: search
% Threads leave a loop with a barrier as soon as they have found something, and wait behind it.
function [] = __kernel__ search(x : vec, y : vec, pos : int)
    k = 0
    while x[pos] > k
        k += 1
        y[pos] = k
        syncthreads % here
    end
    y[pos] += 1
    syncthreads % here
    y[pos] += k
end
x = zeros(32)
for k = 0..31
    x[k] = mod(k, 5)
end
y = zeros(32)
parallel_do([[1,32],[1,32]], x, y, search)
print y
