%! test opt regions
% Each thread has an element of its own for it.
% check: host shift$blocks
% check: $kept: [f32] = new_array
% check: launch shift$part
% check: launch shift$part

function [] = __kernel__ shift(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    v = x[pos]
    v = v + 1
    syncthreads
    y[pos] = v
    x[pos] = v
end
function [] = main(n : int = 16)
    x = zeros(n)
    y = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i
    end
    parallel_do([[1,n],[1,8]], x, y, shift)
    print y[0], y[7], y[8]
end
