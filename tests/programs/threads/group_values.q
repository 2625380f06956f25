%! features: F320
% What shuffles move, in loops too, and who must come to them.
% Scalars, complex numbers and small arrays.
function [] = __kernel__ kinds(y : mat, pos : int, coalesced_threads : thread_block)
    a = coalesced_threads.shfl(0.5*pos, 3)
    z = coalesced_threads.shfl(pos + 2i*pos, 2)
    v = coalesced_threads.shfl([pos, pos + 0.25], 1)
    y[pos,0..4] = [a, real(z), imag(z), v[0], v[1]]
end
y = zeros(4,5)
parallel_do([[1,4],[1,4]], y, kinds)
print y[0,:], y[3,:]
% => [1.5,2,4,1,1.25][1.5,2,4,1,1.25]
% In loops, also such as threads leave at different times.
function [] = __kernel__ prefix(x : vec, y : vec, pos : int, coalesced_threads : thread_block)
    v = x[pos]
    d = 1
    while d < coalesced_threads.size
        u = coalesced_threads.shfl_up(v, d)
        if coalesced_threads.thread_idx >= d
            v += u
        end
        d *= 2
    end
    y[pos] = v
end
x = zeros(20)
parallel_do(20, __kernel__ (pos : int) -> x[pos] = pos + 1)
y = zeros(20)
parallel_do([[1,20],[1,20]], x, y, prefix)
% n(n+1)/2
print y[0], " ", y[1], " ", y[9], " ", y[19]
% => 1 3 55 210
% A kernel that runs one thread after another has the same groups.
y = zeros(20)
serial_do([[1,20],[1,20]], x, y, prefix)
print y[19]
% => 210
