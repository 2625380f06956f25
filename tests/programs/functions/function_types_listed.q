%! features: F059 F136
% Every form of a function type that the manual writes (3.1, 3.9, 4.8.2), each as a parameter.
function [] = first(f : [(mat,vec)->()], m, v)
    f(m, v)
end
function y = second(f : [__device__()->??])
    y = f()
end
function [] = third(f : [__kernel__ (vec,int)->()], x)
    parallel_do(numel(x), x, f)
end
function [] = fourth(f : [(cube,...scalar)->()])
    f(ones(2,2,2), 1, 2, 3)
end
function [p,q] = fifth(f : [(scalar,scalar)->(scalar,scalar)])
    [p,q] = f(1, 2)
end
function [] = sixth(f : [?? -> ??], h : [(??, ??) -> (??, ??)])
    [u,v] = h("a", 2)
    print f(3), u, v
end
function [] = seventh(f : [__kernel__ () -> ()])
    parallel_do(2, f)
end
function y = eighth(f : [__device__ scalar -> scalar])
    y = f(2)
end
function [] = ninth(fn : [(...??) -> ()], fn2 : [(scalar, ...vec[scalar]) -> ()])
    fn("one", 2)
    fn()
    fn2(1, 2, 3)
end
function [] = store(m : mat, v : vec)
    m[0,0] = v[0]
end
function [] = __kernel__ fill(x : vec, pos : int)
    x[pos] = pos
end
function [] = many(c : cube, ...rest : vec[scalar])
    print sum(c) + sum(rest)
end
function [] = count(...args)
    print numel(args)
end
function [] = total(a : scalar, ...rest : vec[scalar])
    print a + sum(rest)
end
m = zeros(1,1)
first(store, m, [7.0,8.0])
print m
% => [7]
print second(__device__ () -> 42)
% => 42
x = zeros(3)
third(fill, x)
print x
% => [0,1,2]
fourth(many)
% => 14
[p,q] = fifth((a,b) -> {b,a})
print p, q
% => 21
sixth(x -> x + 1, (a,b) -> {b,a})
% => 42a
z = zeros(2)
seventh(__kernel__ (pos : int) -> z[pos] = 5)
print z
% => [5,5]
print eighth(__device__ (x : scalar) -> x/4)
% => 0.5
ninth(count, total)
% => 2
% => 0
% => 6
