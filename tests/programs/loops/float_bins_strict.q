%! flags: --fp=strict
%! loop: 10 serial
%! loop: 10 different iterations change the same element of `sums` in floating point, which rounds otherwise in another order
%! loop: 21 parallel
% With --fp=strict sums of floats have one order, that of the text where an index is computed: the loop stays serial, and the array of floats is
% the reason, not the one of ints beside it.
function [sums, counts] = f(x : mat)
    sums = zeros(4, 3)
    counts = vec[int](4)
    for i = 0..size(x,0)-1
        best = int(x[i,0])
        counts[best] += 1
        for j = 0..2
            sums[best,j] += x[i,j]
        end
    end
end
% Ints alone have no order.
function counts = g(x : mat)
    counts = vec[int](4)
    for i = 0..size(x,0)-1
        counts[int(x[i,0])] += 1
    end
end
function [] = main(n : int = 4000)
    x = zeros(n, 3)
    for i = 0..n-1
        x[i,0] = mod(i, 4)
        x[i,1] = 1
        x[i,2] = i
    end
    x[0,1] = 100000000
    x[4,1] = -100000000
    [s, c] = f(x)
    % 1e8, then nothing, then 998 ones.
    % => [0,998,1998000]
    print s[0,0..2]
    % => [1000,1000,1000,1000]
    print c
    % => [1000,1000,1000,1000]
    print g(x)
end
