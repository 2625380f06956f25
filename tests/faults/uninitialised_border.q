%! fault: read of uninitialised memory
%! kernel: border
%! array: line
% The border of the line is never filled.
function [] = __kernel__ border(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    line = shared(blkdim + 2)
    line[blkpos + 1] = x[pos]
    syncthreads
    y[pos] = line[blkpos] + line[blkpos + 2] % here
end
x = ones(64)
y = zeros(64)
parallel_do([[1,64],[1,32]], x, y, border)
print y[0]
