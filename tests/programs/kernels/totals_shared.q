%! features: F263
%! emits: cuda // The totals of the block: 48 bytes of shared memory for each thread, at most 49152.
%! emits: cuda int* const n_all = (int*)(q_shared_memory + 0 * team.threads);
%! emits: cuda float* const w_4_all = (float*)(q_shared_memory + 44 * team.threads);
%! emits: cuda for (int half = q_upper_half(team.threads); half > 0; half >>= 1) {
%! emits: cuda n_all[team.thread] = q_add(n_all[team.thread], n_all[other]);
%! emits: cuda p_all[team.thread] = p_all[team.thread] * p_all[other];
%! emits: cuda w_4_all[team.thread] = w_4_all[team.thread] + w_4_all[other];
%! omits: cuda q_shuffle_total(0x
% Accumulators of every type: an int, a scalar for each operation, a complex number, a vector of scalars and one of ints. These are
% 1 + 3 + 2 + 2 + 4 numbers of 4 bytes: 48 for each thread, and 49152 for the largest block of 1024 threads, as much as every GPU has.
function [n, p, least, most, z, v, w] = sums(x : vec)
    n = 0
    p = 1.0
    least = 1000.0
    most = -1000.0
    z = 0i
    v = [0,0]
    w = [0.0,0.0,0.0,0.0]
    for k = 0..numel(x)-1
        n += k
        p *= x[k]
        least __= x[k]
        most ^^= x[k]
        z += x[k]*1i
        v += [k,1]
        w += [x[k],1.0,2.0,0.5]
    end
end
function [] = main(n : int = 512)
    x = ones(n)
    x[3] = 2
    x[5] = -4
    [n, p, least, most, z, v, w] = sums(x)
    % Of 512 elements 510 are 1; the others are 2 and -4, so that the sum is 508. 0 + 1 + ... + 511 is 130816.
    print n, " ", p, " ", least, " ", most, " ", z, " ", v, " ", w
    % => 130816 -8 -4 2 0+508i [130816,512] [508,512,1024,256]
end
