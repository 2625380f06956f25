%! flags: --precision=double
%! emits: cuda // The totals of the block: 48 bytes of shared memory for each thread, at most 49152.
%! emits: cuda double* const f_all = (double*)(q_shared_memory + 40 * team.threads);
%! emits: cuda q_shuffle_total(0xffffffffu, g,
%! emits: cuda a_all[team.thread] = q_
% Six doubles take 48 bytes for each thread and lie in shared memory; with a seventh they are combined by shuffles. An int beside
% a double comes behind it, at a multiple of its own size.
function [a, b, c, d, e, f] = six(x : vec)
    a = b = c = d = e = f = 0.0
    for k = 0..numel(x)-1
        a ^^= x[k]
        b += 2*x[k]
        c += 3*x[k]
        d += 4*x[k]
        e += 5*x[k]
        f += 6*x[k]
    end
end
function [a, b, c, d, e, f, g] = seven(x : vec)
    a = b = c = d = e = f = g = 0.0
    for k = 0..numel(x)-1
        a += x[k]
        b += 2*x[k]
        c += 3*x[k]
        d += 4*x[k]
        e += 5*x[k]
        f += 6*x[k]
        g += 7*x[k]
    end
end
function [count, total] = two(x : vec)
    count = 0
    total = 0.0
    for k = 0..numel(x)-1
        count += 1
        total += x[k]
    end
end
function [] = main(n : int = 300)
    x = ones(n)
    [a, b, c, d, e, f] = six(x)
    print a, " ", b, " ", c, " ", d, " ", e, " ", f
    % => 1 600 900 1200 1500 1800
    [a, b, c, d, e, f, g] = seven(x)
    print a, " ", b, " ", c, " ", d, " ", e, " ", f, " ", g
    % => 300 600 900 1200 1500 1800 2100
    [count, total] = two(x)
    print count, " ", total
    % => 300 300
end
