%! features: F050
% Functions with and without captured values in one array; which one runs is decided by the element.
scale = 3
ops = cube[[??->??]](1,2,2)
ops[0,0,0] = x -> 2*x
ops[0,0,1] = x -> x + scale
ops[0,1,0] = x -> sum(x)
print ops[0,0,0](5), " ", ops[0,0,1](5), " ", ops[0,1,0]([1,2,3])
% => 10 8 6
list = vec[[scalar -> scalar]](2)
list[0] = x -> x^2
list[1] = x -> -x
for k = 0..1
    print list[k](4)
end
% => 16
% => -4
f = list[0]
print f(1.5)
% => 2.25
table = {x -> x + 1, x -> x*x, (x, y) -> x - y}
print table[1](7), " ", table[2](7, 3)
% => 49 4
