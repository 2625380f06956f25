%! warns: Construction of cell arrays line 21
%! reports: loops elements that are arrays, strings or objects themselves are made or read
%! reports: loops advice: keep the numbers that the loop needs in an array of numbers
% A loop over a cell or over pointers stays serial; the reason names what the loop reads.
all = {"a", 1, [1,2]}
a = zeros(3)
k = 0
for v = all
    a[k] = isscalar(v)
    k += 1
end
print a
% => [0,1,0]
type node : mutable class
    x : int
endtype
nodes = [node(x:=1), node(x:=2)]
p : ^node = nodes[0]
s = zeros(2)
list = [p, p]
for q = list
    s[q.x - 1] = q.x
end
print s
% => [1,0]
