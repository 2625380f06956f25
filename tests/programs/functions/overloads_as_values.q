% A declared function type chooses among functions of one name; host code means the host function of a pair.
function y = f(x : int)
    y = x + 1
end
function y = f(x : string)
    y = x + "!"
end
function y = apply(g : [string -> string], s : string)
    y = g(s)
end
h : [int -> int] = f
% => 4
print h(3)
% => a!
print apply(f, "a")
% => b!
print apply(g := f, s := "b")
type action : class
    run : [int -> int]
endtype
a = action(run := f)
% => 8
print (a.run)(7)

function y = twice(x : scalar)
    y = 2*x
end
function y = __device__ twice(x : scalar)
    y = x + x + 100
end
t = twice
% => 6
print t(3)
u : [__device__ scalar -> scalar] = twice
% => 106
print u(3)

% A launch takes the kernel of that name.
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = pos
end
function y = k(n : int)
    y = zeros(n)
    parallel_do(n, y, k)
end
% => [0,1,2]
print k(3)
