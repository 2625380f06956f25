%! test opt regions
% Each part has the accumulators that it changes, from what changes nothing; the host function combines them and gives them back.
% check: host add$blocks
% next: local ...total...: f32
% next: local ...total...: f32
% next: set $total, 0.0
% next: set $most, -inf
% check: $first: f32 = launch add$part
% next: $known: f32 = get $most
% next: $now: f32 = max $known, $first
% next: set $most, $now
% check: launch add$part
% check: set $total
% check: set $most
% check: $one: f32 = get $total
% next: $other: f32 = get $most
% next: return $one, $other
% count 2: accumulates add
% count 3: accumulates max

function [total, most] = __kernel__ add(x : vec, pos : int, blkpos : int, blkdim : int)
    row = shared(blkdim)
    most ^^= x[pos]
    row[blkpos] = x[pos]
    syncthreads
    total += row[blkdim-1-blkpos] + blkpos
    most ^^= row[blkdim-1-blkpos]
end
function [] = main(n : int = 20)
    x = 0.0+(1..n)
    [total, most] = parallel_do([[1,n],[1,8]], x, add)
    print total, most
end
