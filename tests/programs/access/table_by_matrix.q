% A matrix of indices of a vector gives a matrix of its elements, as in NumPy and MATLAB; a row or a column of indices gives a row of a row.
table = [10,20,30,40]
i = [[0,3],[2,2],[1,0]]
print table[i]
% => [[10,40],
% =>  [30,30],
% =>  [20,10]]
print size(table[i]), " ", size(table[[3,1,0]])
% => [3,2] [1,3]
% The sizes are known only when running.
function y = looked_up(table : vec, x : mat[int])
    y = table[x]
end
n = 0
for t = table
    n += t > 5
end
big = mat[int](n, n + 1)
for k = 0..n-1
    for j = 0..n
        big[k,j] = mod(k + j, n)
    end
end
y = looked_up(table, big)
print size(y), " ", y[3,:], " ", y[0,4]
% => [4,5] [40,10,20,30,40] 10
print size(looked_up(table, transpose([0,1,2])))
% => [1,3]
% Scalars as indices are truncated, and texts are looked up, too.
print looked_up(table, int(floor([[0.5,1.5],[2.5,3.5]])))
% => [[10,20],
% =>  [30,40]]
words = {"a","b","c"}
print words[[[2,0],[1,1]]]
% => [["c","a"],
% =>  ["b","b"]]
% Outside, the modifier decides.
function y = around(table : vec'circular, x : mat[int])
    y = table[x]
end
print around(table, [[-1,4],[5,-2]])
% => [[40,10],
% =>  [20,30]]
try
    print looked_up(table, [[0,4],[1,2]])
catch e
    print e
end
% => index 4 of 'table' is outside its 4 elements
% Storing by a matrix of indices takes a matrix of its sizes, or one number.
t = zeros(4)
t[[[0,3],[2,1]]] = [[1,2],[3,4]]
print t
% => [1,4,3,2]
t[big] = 7
print t
% => [7,7,7,7]
try
    t[big] = ones(n, n)
catch e
    print e
end
% => assignment to a slice: the sizes 4x5 and 4x4 do not fit together
