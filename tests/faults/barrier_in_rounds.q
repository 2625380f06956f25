%! fault: divergent barrier
%! kernel: rounds
% The number of rounds depends on the thread.
function [] = __kernel__ rounds(y : vec, pos : int)
    for k = 0..pos
        y[pos] += 1
        syncthreads(block) % here
    end
    y[pos] += 10
    syncthreads(block) % here
    y[pos] += 100
end
y = zeros(8)
parallel_do([[1,8],[1,8]], y, rounds)
print y
