% Lines of several segments, of several rows, and rows side by side: of n ones the running sum at k is k+1, of 1..n it is a triangular number.
function wrong = differs(v : vec[int], y : vec[int], which : int)
    wrong = 0
    s = 0
    {!serial for}
    for k = 0..numel(v)-1
        if which == 0
            s = s + v[k]
        else
            s = k == 0 ? v[k] : max(s, v[k])
        end
        if y[k] != s
            wrong = wrong + 1
        end
    end
end
n = 50001
v = vec[int](n)
for k = 0..n-1
    v[k] = mod(k*7919, 1001) - 500
end
% => 0 0
print differs(v, cumsum(v), 0), " ", differs(v, cummax(v), 1)
ones_ = cumsum(ones(20000))
% => 1 8192 8193 20000
print ones_[0], " ", ones_[8191], " ", ones_[8192], " ", ones_[19999]
rows = cumsum(ones(700, 300), 0)
% => 1 700 210000
print rows[0,299], " ", rows[699,0], " ", sum(rows[699,:])
lines = cumsum(ones(700, 300), 1)
% => 1 300 210000
print lines[699,0], " ", lines[0,299], " ", sum(lines[:,299])
% => 1 2 3
columns = cumsum(ones(5, 3, 300), 1)
print columns[4,0,299], " ", columns[0,1,0], " ", columns[4,2,17]
