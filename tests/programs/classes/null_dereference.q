%! raises: 'p.next' is nullptr line 9
type node : mutable class
    value : scalar
    next : ^node
endtype
p : ^node = node(value:=1, next:=nullptr)
print p.value
% => 1
print p.next.value
