% Names that launches give to kernels: a loop that becomes a kernel and a kernel without the parameter may use them for anything, a
% kernel with the parameter is told that it hides what the launch gave.
%! features: F223
%! warns: Cannot use reserved variable name in this context: the launch gives the kernel its `pos` line 8
function [] = __kernel__ hidden(y : vec, pos : int)
    at = pos
    s = 0
    for pos = 0..3
        s += pos
    end
    y[at] = s + 10*pos
end
function [] = __kernel__ free(y : vec, pos : int)
    blkdim = 2*pos
    warpsize = blkdim + 1
    y[pos] = warpsize
end
function [] = main(n : int = 4)
    y = zeros(n)
    % 0+1+2+3, and the last value of the loop variable is 3.
    parallel_do(n, y, hidden)
    print y
    % => [36,36,36,36]
    parallel_do(n, y, free)
    print y
    % => [1,3,5,7]
    %! loop: 29 parallel
    %! loop: 36 parallel
    for pos = 0..n-1
        blkidx = 3*pos
        y[pos] = blkidx + pos
    end
    print y
    % => [0,4,8,12]
    {!parallel for}
    for blkpos = 0..n-1
        y[blkpos] = 2*blkpos
    end
    print y
    % => [0,2,4,6]
end
