%! emits: cuda const q_team team = q_inside_block(launch.extents, 2);
%! emits: cuda if (!(p0 < Q_EXTENT(0) && p1 < Q_EXTENT(1))) return;
% Totals of threads that wait for each other: of the last block only some threads are within the launch, and nobody waits for the others.
function [total, most] = __kernel__ neighbours(x : vec, pos : int, blkpos : int, blkdim : int)
    row = shared(blkdim)
    row[blkpos] = x[pos]
    syncthreads
    total += row[blkpos] + blkpos
    most ^^= row[blkpos]
end
function [] = main(n : int = 100)
    x = zeros(n)
    for i = 0..n-1
        x[i] = i
    end
    [total, most] = parallel_do([[1,n],[1,32]], x, neighbours)
    % 0 + ... + 99, and three times 0 + ... + 31, and 0 + 1 + 2 + 3: 4950 + 3*496 + 6.
    print total, " ", most
    % => 6444 99
end
