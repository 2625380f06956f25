%! features: F297
% Rings, null pointers, nodes that several others refer to, arrays in nodes, arrays of pointers: what kernels reach through pointers.
type node : mutable class
    key : int
    value : scalar
    left : ^node
    right : ^node
    data : vec
    corner : vec3
endtype
function y : ^node = leaf(key, value)
    y = node(key:=key, value:=value, left:=nullptr, right:=nullptr, data:=linspace(1,key,key), corner:=[key,value,0])
end
% A search tree, whose keys are those of a walk: 4 2 6 1 3 5 7.
root = leaf(4, 0.5)
root.left = leaf(2, 1.5)
root.right = leaf(6, 2.5)
root.left.left = leaf(1, 3.5)
root.left.right = leaf(3, 4.5)
root.right.left = leaf(5, 5.5)
root.right.right = leaf(7, 6.5)
function [] = __kernel__ find(root : ^node, keys : vec[int], found : vec, pos : int)
    at = root
    while at != nullptr && at.key != keys[pos]
        if keys[pos] < at.key
            at = at.left
        else
            at = at.right
        end
    end
    if at == nullptr
        found[pos] = -1
    else
        found[pos] = at.value
    end
end
found = zeros(9)
keys = int([0,1,2,3,4,5,6,7,8])
parallel_do(9, root, keys, found, find)
print found
% => [-1,3.5,1.5,4.5,0.5,5.5,2.5,6.5,-1]
% A leaf that two nodes share is one object: both positions add to it.
shared = leaf(9, 0)
root.left.left.left = shared
root.right.right.right = shared
function [] = __kernel__ push(root : ^node, pos : int)
    at = root
    while at.key != 9
        if pos == 0
            at = at.left
        else
            at = at.right
        end
    end
    at.value += pos + 1
end
parallel_do(2, root, push)
print shared.value
% => 3
% A ring: eleven steps over three nodes from each of them. The pointers are an array.
ring = [leaf(0,0), leaf(1,0), leaf(2,0)]
for k = 0..2
    ring[k].right = ring[mod(k+1,3)]
end
function [] = __kernel__ around(ring : vec[^node], ends : vec[int], pos : int)
    at = ring[pos]
    for k = 1..11
        at = at.right
    end
    ends[pos] = at.key
    at.left = ring[pos]
end
ends = vec[int](3)
parallel_do(3, ring, ends, around)
print ends
% => [2,0,1]
% The kernel has changed pointers: 11 steps from node k lead to k+2.
print ring[0].left.key, ring[1].left.key, ring[2].left.key
% => 120
% Arrays in nodes: open ones with their sizes, and small ones.
function [] = __kernel__ sums(ring : vec[^node], s : vec, pos : int)
    n : ^node = ring[pos]
    total = 0.0
    for k = 0..numel(n.data)-1
        total += n.data[k]
    end
    s[pos] = total + 100*size(n.data,1) + 10000*n.corner[0]
    n.corner[2] = pos + 0.5
    if numel(n.data) > 0
        n.data[0] += 7
    end
end
s = zeros(3)
parallel_do(3, ring, s, sums)
% Node k has 1..k: sums 0, 1, 3.
print s
% => [0,10101,20203]
print ring[0].corner, ring[2].corner, ring[1].data, ring[2].data
% => [0,0,0.5][2,0,2.5][8][8,2]
% An array that four objects have is one array.
other = leaf(5, 0)
ring[0].data = other.data
ring[1].data = other.data
ring[2].data = other.data
function [] = __kernel__ touch(ring : vec[^node], pos : int)
    n : ^node = ring[pos]
    n.data[pos] = -1
end
parallel_do(3, ring, touch)
print other.data
% => [-1,-1,-1,4,5]
% An array of the launch that is also one of an object: the kernel sees it as one.
function [] = __kernel__ both(n : ^node, x : vec, pos : int)
    x[pos] = pos
    x[pos] = x[pos] + n.data[pos]
end
parallel_do(5, other, other.data, both)
print other.data
% => [0,2,4,6,8]
% An index outside of such an array, which is that of the ring's last node.
function [] = __kernel__ outside(n : ^node, x : vec, pos : int)
    n.data[pos] = x[pos]
end
try
    parallel_do(6, ring[2], zeros(6), outside)
catch e
    print e.message
end
% => index 5 of 'the array' is outside its 5 elements
% A null pointer that is followed.
try
    none : ^node = nullptr
    function [] = __kernel__ fall(n : ^node, pos : int)
        n.value = 1
    end
    parallel_do(3, none, fall)
catch e
    print e.message
end
% => 'n' is nullptr
for k = 0..2
    ring[k].left = nullptr
    ring[k].right = nullptr
end
