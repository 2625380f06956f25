%! features: F055
% Pointers: lists, trees, nullptr, sharing.
type node : mutable class
    value : scalar
    next : ^node
endtype
head : ^node = nullptr
for k = 1..4
    head = node(value:=k, next:=head)
end
function y = total(list : ^node)
    y = 0.0
    at = list
    while at != nullptr
        y += at.value
        at = at.next
    end
end
print total(head), " ", total(nullptr)
% => 10 0
print head.value, head.next.value, head.next.next.next.next == nullptr
% => 431
% Sharing: both see the change; the tail belongs to two lists.
second = node(value:=100, next:=head.next)
tail = head.next
tail.value += 7
print total(head), " ", second.next.value
% => 17 10
% Cutting the list.
head.next.next = nullptr
print total(head)
% => 14
type tree : mutable class
    key : int
    left : ^tree
    right : ^tree
endtype
function y : ^tree = insert(t : ^tree, key : int)
    y = t
    if t == nullptr
        y = tree(key:=key, left:=nullptr, right:=nullptr)
        return
    end
    if key < t.key
        t.left = insert(t.left, key)
    else
        t.right = insert(t.right, key)
    end
end
function y = depth(t : ^tree)
    y = 0
    if t != nullptr
        y = 1 + max(depth(t.left), depth(t.right))
    end
end
root : ^tree = nullptr
for key = [5,2,8,1,9,10]
    root = insert(root, key)
end
print depth(root), root.left.left.key, root.right.right.right.key
% => 4110
print root.left.left.left == nullptr
% => 1
% An object holds strings, arrays and classes; what a pointer refers to can be taken out as a value.
type place : class
    x : int
    name : string
endtype
type item : mutable class
    at : place
    data : vec
    fixed : vec2
    z : cscalar
endtype
i : ^item = item(at:=place(x:=1, name:="a"), data:=[1.0,2.0], fixed:=[3.0,4.0], z:=1+2i)
j = i
j.at.x += 4
j.at.name = "b"
j.data[0] = 50
j.fixed[1] = 60
j.z = j.z * 2
v : item = i
i.at = place(x:=9, name:="c")
i.fixed[0] = 0
i.data = [7.0]
print v
% => {at: {x: 5, name: "b"}, data: [50,2], fixed: [3,60], z: 2+4i}
print j.at, j.data, j.fixed
% => {x: 9, name: "c"}[7][0,60]
print root.left, " ", root.left.left.left
% => ^tree nullptr
