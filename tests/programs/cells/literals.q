%! features: F010
c = {"s", 1.5}
print c[0], " ", c[1]
% => s 1.5
print c, " ", numel(c), " ", size(c)
% => ["s",1.5] 2 [1,2]
c[1] += 2
print c[0] + "t", " ", 2*c[1]
% => st 7
d = {{1, "b"}, {[1,2], 2.5i}}
print d
% => [[1,"b"],
% =>  [[1,2],0+2.5i]]
print d[0,1], " ", d[1,0][1], " ", size(d)
% => b 2 [2,2]
for k = 0..1
    print d[1,k]
end
% => [1,2]
% => 0+2.5i
% The older form.
e = `4, "four"'
print e[1], " ", e[0]
% => four 4
% Parts of one type make an array of it.
print sum({1, 2, 3})
% => 6
g = {[1,2], [3]}
print g[1][0] + numel(g[0])
% => 5
% References: both names mean one cell.
h = c
h[0] = "other"
print c[0]
% => other
