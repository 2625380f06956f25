%! fault: divergent barrier
%! kernel: branch
% Some threads wait at the first barrier while the others wait at the second.
function [] = __kernel__ branch(y : vec, n : int, pos : int)
    y[pos] = 1
    if pos < n
        syncthreads % here
    end
    y[pos] += 1
    syncthreads % here
    y[pos] += 1
end
y = zeros(64)
parallel_do([[1,64],[1,64]], y, 20, branch)
print y[0]
