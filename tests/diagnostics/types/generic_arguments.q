function y = pad[N:int](x : vec(N))
    y = N
end
print pad[4]([1,2]) %~ E0302 `vec(4)` is needed
print pad["a"]([1,2]) %~ E0313 known at compile time
print pad[1,2]([1,2]) %~ E0401 `pad` has 1 generic parameter, not 2
function y = free[N:int](x)
    y = N
end
print free(3) %~ E0313 the size `N` of `free` does not follow from the arguments
