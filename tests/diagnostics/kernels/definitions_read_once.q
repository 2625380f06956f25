% What is wrong with a definition is told in programs that are walked over several times too, as those with objects are.
o = object()
o.gain = 2
a = zeros(3)
function [] = __kernel__ captures(a : vec, ...pos : int) %~ E0412 a kernel cannot have the rest parameter `pos`
    a[0] = 1
end
parallel_do(3, a, captures)
function [] = twice(b, b) %~ E0343 the parameter `b` is defined twice
    print b
end
twice(1, 2)
print o.gain
