% Arrays of classes whose fields are arrays of any size, pointers, and arrays of classes.
type node : mutable class
    value : scalar
    next : ^node
endtype
type item : mutable class
    data : vec
    name : string
    image : mat
endtype
items = vec[item](3)
items[0].data = [1.0,2.0]
items[1] = item(data:=[5.0], name:="x", image:=ones(1,2))
print items[0].data, items[1].data, numel(items[2].data), items[1].image
% => [1,2][5]0[1,1]
items[0].data[1] = 7
items[0].data += 1
shared = items[0].data
shared[0] = 3
print items
% => [{data: [3,8], name: "", image: []},{data: [5], name: "x", image: [1,1]},{data: [], name: "", image: []}]
copied = items[0]
copied.name = "copy"
copied.data[0] = 4
% The fields of a copy are its own, the arrays that they refer to are not.
print items[0].name, items[0].data
% => [4,8]
nodes = vec[node](2)
nodes[0].value = 3
nodes[0].next = node(value:=1, next:=nullptr)
nodes[1].next = nodes[0].next
nodes[1].next.value = 9
print nodes[0].next.value, " ", nodes[1].next.next == nullptr, " ", nodes[1].value
% => 9 1 0
type group : mutable class
    members : vec[item]
    grid : cube
    large : vec(100)
endtype
groups = vec[group](2)
groups[1].members = vec[item](2)
groups[1].members[1].name = "inner"
groups[0].grid = zeros(2,2,2)
groups[0].grid[1,1,1] = 4
groups[1].large[99] = 6
print numel(groups[0].members), groups[1].members[1].name, numel(groups[1].members), " ", sum(groups[0].grid)
% => 0inner2 4
% Every element has an array of its own.
print numel(groups[0].large), " ", sum(groups[0].large), " ", sum(groups[1].large)
% => 100 0 6
total = 0.0
for i = items
    total += sum(i.data)
end
print total
% => 17
function [] = fill(list : vec[item], k : int)
    list[k].data = ones(k)
end
for k = 0..2
    fill(items, k)
end
print numel(items[0].data), numel(items[1].data), numel(items[2].data)
% => 012
