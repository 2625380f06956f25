%! fault: race in shared memory
%! kernel: tree
%! array: part
% A sum as a tree whose levels do not wait for each other.
function [] = __kernel__ tree(x : vec, y : vec, pos : int, blkpos : int, blkdim : int, blkidx : int)
    part = shared(blkdim)
    part[blkpos] = x[pos]
    syncthreads
    half = int(blkdim / 2)
    while half >= 1
        if blkpos < half
            part[blkpos] = part[blkpos] + part[blkpos + half] % here
        end
        half = int(half / 2)
    end
    syncthreads
    if blkpos == 0
        y[blkidx] = part[0]
    end
end
x = zeros(256)
for k = 0..255
    x[k] = k
end
y = zeros(2)
parallel_do([[1,256],[1,128]], x, y, tree)
print y
