%! fault: race in shared memory
%! kernel: blur
%! array: line
% Neighbours are read before the barrier instead of behind it.
function [] = __kernel__ blur(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    line = shared_zeros(blkdim)
    line[blkpos] = x[pos] % here
    s = line[mod(blkpos + 1, blkdim)] % here
    syncthreads
    y[pos] = s + line[blkpos]
end
x = zeros(96)
for k = 0..95
    x[k] = k
end
y = zeros(96)
parallel_do([[1,96],[1,32]], x, y, blur)
print y[0]
