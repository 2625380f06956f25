%! warns: dependency on iterator variable line 4
% The number that an iteration takes from a counter and adds to it is its own: two iterations never get the same one.
function [] = number(counts : vec[int], bins : vec[int], given : vec[int])
    for i = 0..numel(bins)-1
        old = counts[bins[i]]
        counts[bins[i]] = old + 1
        given[i] = old
    end
end
n = 20000
bins = vec[int](n)
for i = 0..n-1
    bins[i] = mod(i, 3)
end
counts = vec[int](3)
given = vec[int](n)
number(counts, bins, given)
% 20000 = 3*6666 + 2; the iterations of a bin get 0, 1, 2, … in their order.
print counts, given[0..6], given[n-1]
% => [6667,6667,6666][0,0,0,1,1,1,2]6666
