%! run: processors (which threads a GPU takes along is left to it where ways part)
% A loop that threads leave one after the other.
function [] = __kernel__ leaving(y : vec[int], pos : int, coalesced_threads : thread_block)
    n = 0
    for k = 0..pos
        n += coalesced_threads.size
    end
    y[pos] = n
end
v = vec[int](5)
parallel_do([[1,5],[1,5]], v, leaving)
% In round k there are 5 - k threads.
print v
% => [5,9,12,14,15]
