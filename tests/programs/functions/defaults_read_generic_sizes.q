% A default value may read the generic sizes, which the other arguments give.
function y = f[N : int](x : vec(N), k : int = N + 1)
    y = k
end
% => 4
print f([1,2,3])
% => 7
print f([1,2,3], 7)
function y = g[N : int](x : vec(N), k : vec(N) = ones(N))
    y = x + k
end
% => [2,3]
print g([1,2])
