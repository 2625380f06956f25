%! features: F068
% Every element has a static type of its own: operations on it need no test.
c = typename(mat[{{vec,vec},{scalar,scalar}}])(2,2)
print c
% => [[[],[]],
% =>  [0,0]]
c[0,1] = [1,2,3]
c[1,0] = 7
print sum(c[0,1]) + c[1,0]
% => 13
d = vec[{string,scalar}](2)
d[0] = "n = "
d[1] += 2
print d[0] + d[1], " ", d[1]/4
% => n = 2 0.5
k = numel(d) - 1
print d[k], d[k-1]
% => 2n = 
function y = first(x : vec[{string,scalar}])
    y = x[0]
end
print first(d), first({"a", 1})
% => n = a
