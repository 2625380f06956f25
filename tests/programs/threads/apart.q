% Barriers where the ways of threads part and meet again.
% Blocks go round a loop as often as their own number says: no thread of a block is alone.
function [] = __kernel__ rounds(y : vec[int], pos : int, blkpos : int, blkdim : int, blkidx : int)
    s : vec[int] = shared_zeros(1)
    for k = 1..blkidx
        if blkpos == 0
            s[0] += k
        end
        syncthreads
    end
    y[pos] = s[0]
end
y = vec[int](8)
parallel_do([[1,8],[1,2]], y, rounds)
% 0, 1, 1+2, 1+2+3
print y
% => [0,0,1,1,3,3,6,6]
% A loop that whole blocks leave, with break and continue behind barriers.
function [] = __kernel__ leave(y : vec[int], pos : int, blkpos : int, blkidx : int)
    n = 0
    s : vec[int] = shared_zeros(1)
    while true
        n += 1
        if blkpos == 0
            s[0] += 1
        end
        syncthreads
        if s[0] < 3 + blkidx
            syncthreads
            continue
        end
        syncthreads
        break
    end
    y[pos] = 10*n + s[0]
end
y = vec[int](6)
parallel_do([[1,6],[1,2]], y, leave)
print y
% => [33,33,44,44,55,55]
% Whole blocks return before the others meet.
function [] = __kernel__ early(y : vec[int], pos : int, blkpos : int, blkidx : int, blkdim : int)
    if mod(blkidx, 2) == 1
        y[pos] = -1
        return
    end
    s : vec[int] = shared_zeros(blkdim)
    s[blkpos] = pos
    syncthreads
    y[pos] = s[blkdim - 1 - blkpos]
end
y = vec[int](9)
parallel_do([[1,9],[1,3]], y, early)
print y
% => [2,1,0,-1,-1,-1,8,7,6]
% The last block is not full: only its threads take part.
function [] = __kernel__ edge(y : vec[int], pos : int, blkpos : int)
    s : vec[int] = shared_zeros(1)
    s[0] += 1
    syncthreads
    y[pos] = s[0]
end
y = vec[int](7)
parallel_do([[1,7],[1,4]], y, edge)
print y
% => [4,4,4,4,3,3,3]
% Values that live across barriers: ints, scalars, truth values, vectors, complex numbers.
function [] = __kernel__ lives(y : mat, pos : int, blkpos : int)
    s = shared(4)
    a = pos + 1
    b = 0.5*pos
    c = pos > 1
    v = [pos, 2*pos]
    z = pos + 1i
    s[blkpos] = b
    syncthreads
    a += int(s[3 - blkpos])
    syncthreads
    s[blkpos] = a
    z = z*z
    syncthreads
    y[pos,0..4] = [a, s[0], c, v[1], imag(z)]
end
y = zeros(4,5)
parallel_do([[1,4],[1,4]], y, lives)
% b = 0 0.5 1 1.5, so a = 1+1 2+1 3+0 4+0
print y
% => [[2,2,0,0,0],
% =>  [3,2,0,2,2],
% =>  [3,2,1,4,4],
% =>  [4,2,1,6,6]]
% An output of the kernel, updated on both sides of a barrier.
function [t : int, u : scalar] = __kernel__ outputs(x : vec, pos : int, blkpos : int)
    s = shared_zeros(4)
    t += 1
    u += x[pos]
    s[blkpos] = x[pos]
    syncthreads
    u += s[0]
    t += blkpos == 0
end
[t, u] = parallel_do([[1,8],[1,4]], [1,2,3,4,5,6,7,8] + 0.0, outputs)
% 8 + 2; 36 + 4*1 + 4*5
print t, " ", u
% => 10 60
