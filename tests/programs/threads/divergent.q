% A barrier that only some threads of a block reach is an error; its message has the line of the barrier.
function [] = __kernel__ branch(y : vec, n : int, pos : int)
    y[pos] = 1
    if pos < n
        syncthreads
    end
    y[pos] += 1
end
function [] = __kernel__ turns(y : vec, n : int, pos : int)
    for k = 0..pos
        y[pos] += 1
        syncthreads(block)
    end
end
function [] = __kernel__ returned(y : vec, n : int, pos : int)
    if pos == n
        return
    end
    syncthreads
    y[pos] += 1
end
function [] = __kernel__ grid(y : vec, n : int, pos : int)
    if pos < n
        syncthreads(grid)
    end
end
function [] = attempt(n : int, k)
    y = zeros(8)
    try
        parallel_do([[1,8],[1,4]], y, n, k)
        print "reached"
    catch ex
        print ex.line, ": ", ex.message
    end
end
% Whole blocks, or nobody.
attempt(0, branch)
attempt(4, branch)
attempt(8, branch)
% => reached
% => reached
% => reached
attempt(3, branch)
% => 5: not all threads of a block reach this barrier
attempt(3, turns)
% => 12: not all threads of a block reach this barrier
attempt(100, returned)
% => reached
attempt(6, returned)
% => 19: not all threads of a block reach this barrier
attempt(0, grid)
attempt(8, grid)
% => reached
% => reached
attempt(4, grid)
% => 24: not all threads of the launch reach this barrier
%! run: processors (on a GPU threads that have left are not waited for)
