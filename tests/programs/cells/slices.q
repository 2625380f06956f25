%! features: F010
% Several elements of a cell whose elements have types of their own: a cell of what was selected.
c = {1, "a", 2.5, "b"}
print c[0..1], " ", c[0..2..3], " ", c[3..-1..0]
% => [1,"a"] [1,2.5] ["b",2.5,"a",1]
print c[:], " ", numel(c[1..2])
% => [1,"a",2.5,"b"] 2
% An element of the slice is any of the types, and the slice is a copy.
d = c[1..2]
d[0] = 7
print d, " ", c
% => [7,2.5] [1,"a",2.5,"b"]
print d[0] + 1, " ", d[1] + 1
% => 8 3.5
% Bounds and positions that are known only when running.
k = 0..2
print c[k]
% => [1,"a",2.5]
for i = 1..2
    print c[i..i+1]
end
% => ["a",2.5]
% => [2.5,"b"]
% Rows and columns.
m = {{1, "a"}, {2.5, "b"}}
print m[0,:], " ", m[1,0..1]
% => [1,"a"] [2.5,"b"]
print m[:,1]
% => [["a"],
% =>  ["b"]]
% Arguments of any number are such a cell.
function [] = each(...args)
    for i = 0..1
        i = (0..2)
        print args[i], " ", args[1..2]
    end
end
each(1, 2, "c")
% => [1,2,"c"] [2,"c"]
% => [1,2,"c"] [2,"c"]
