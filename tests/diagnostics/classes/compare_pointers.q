type node : class
    x : int
end
type leaf : class
    x : int
end
a : ^node = node(x:=1)
b : ^leaf = leaf(x:=1)
c : ^node = node(x:=2)
print a == b %~ E0308 never the same object
print a < c %~ E0308 node
print a + c %~ E0308 node
print a == 0 %~ E0308 node
if a %~ E0307 node
end
