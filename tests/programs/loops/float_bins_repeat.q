%! flags: --gpu-arch=none
% Sums of floats with computed indices, on processors: each chunk adds to a copy of its own, and the copies meet in the order of the chunks, whatever the
% number of threads. Run after run gives the same, although another order would give other last digits.
%! loop: 12 parallel
%! loop: 12 each chunk changes a copy of `h`, where that is worth the memory
%! loop: 18 parallel
%! loop: 18 each chunk changes a copy of `sums`, where that is worth the memory
%! loop: 29 parallel
%! loop: 29 each chunk changes a copy of `counts`, `sums`, where that is worth the memory
function h = weights(x : vec)
    h = zeros(16)
    for i = 0..numel(x)-1
        h[int(15*x[i])] += x[i]
    end
end
function sums = rows(x : mat)
    sums = zeros(16, 8)
    for i = 0..size(x,0)-1
        best = int(15*x[i,0])
        for j = 0..7
            sums[best,j] += x[i,j]
        end
    end
end
% Whole numbers and floats side by side.
function [sums, counts] = both(x : mat)
    sums = zeros(16, 8)
    counts = vec[int](16)
    for i = 0..size(x,0)-1
        best = int(15*x[i,0])
        counts[best] += 1
        for j = 0..7
            sums[best,j] += x[i,j]
        end
    end
end
function [] = main(n : int = 50000)
    x = rand(n)
    y = rand(n/10, 8)
    [h, r] = [weights(x), rows(y)]
    [s, c] = both(y)
    same = 1
    {!serial for}
    for k = 1..5
        [t, d] = both(y)
        if max(abs(weights(x) - h)) > 0 || max(abs(rows(y) - r)) > 0 || max(abs(t - s)) > 0 || sum(d) != n/10
            same = 0
        end
    end
    print same
    % => 1
    % Each number is counted once, and added once: the bins have what the numbers have.
    print abs(sum(h) - sum(x)) < 0.001*sum(x), sum(c) == n/10, abs(sum(s) - sum(y)) < 0.001*sum(y)
    % => 111
end
