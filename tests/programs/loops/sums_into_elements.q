%! loop: 13 parallel, 2 dimensions
%! loop: 13 each chunk changes a copy of `counts`, `sums`
%! loop: 30 parallel
%! loop: 42 serial
%! loop: 42 different iterations change the same element of `total` in floating point
%! loop: 42 advice: if its last digits may differ, put `{!parallel for}` before the loop
%! tolerance: 1e-4
% Which element a float is added to is known only when running: as for a variable that accumulates floats, the order of the
% additions, and with it the last digits, is left to the machine; the sums are whole numbers here, so that each order gives them.
function [sums, counts] = by_class(x : mat, k : int)
    sums = zeros(k)
    counts = vec[int](k)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            which = int(x[m,n])
            counts[which] += 1
            sums[which] += 0.5*x[m,n]
        end
    end
end
x = zeros(200,200)
x[:,100..149] = 2
x[:,150..199] = 3
[s, c] = by_class(x, 4)
print s, " ", c
% => [0,0,10000,15000] [20000,0,10000,10000]

% Extremes are exact in any order.
low = 100*ones(4)
for n = 0..4999
    which = mod(7*n, 4)
    k = int(x[mod(n, 200), 149]) + which
    low[mod(k, 4)] = min(low[mod(k, 4)], 0.25*which)
end
% k is 2 + which, so element e gets the value for which = (e + 2) mod 4.
print low
% => [0.5,0.75,0,0.25]

% The loop variables tell which element: another order of the loops is better where there is one. Here there is none.
function total = of_all(x : mat)
    total = zeros(100)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total[numel(total)-1] += 0.5*x[m,n]
        end
    end
end
print of_all(x)[99]
% => 25000
