% Arrays of pointers, also as fields.
type node : mutable class
    name : string
    children : vec[^node]
    hits : int
endtype
function y : ^node = leaf(name)
    y = node(name:=name, children:=vec[^node](0), hits:=0)
end
a = leaf("a")
b = leaf("b")
root : ^node = node(name:="root", children:=[a, b, a], hits:=0)
function [] = visit(n : ^node)
    n.hits += 1
    for k = 0..numel(n.children)-1
        visit(n.children[k])
    end
end
visit(root)
print a.hits, b.hits, root.hits
% => 211
slots = vec[^node](3)
print slots[1] == nullptr
% => 1
slots[1] = b
slots[1].hits += 40
print b.hits, " ", slots[2] == nullptr, slots[1].name
% => 41 1b
slots[1] = nullptr
print slots[1] == nullptr, b.hits
% => 141
c = vec[^node](2)
c[0] = leaf("c")
c[1] = c[0]
c[1].name = "d"
print c[0].name
% => d
