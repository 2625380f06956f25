%! features: F156 F212
function [y : mat] = __kernel__ k(x : vec, pos : int) %~ E0506 y
    x[pos] = 1
end
parallel_do(4, zeros(4), k)
type point : class
    x : scalar
endtype
function [y : string] = __kernel__ text(x : vec, pos : int) %~ E0506 a kernel cannot have an output of type `string`
    x[pos] = 1
end
parallel_do(4, zeros(4), text)
function [y : vec] = __kernel__ open(x : vec, pos : int) %~ E0506 a kernel cannot have an output of type `vec`
    x[pos] = 1
end
parallel_do(4, zeros(4), open)
function [y : cube(2,2,2)] = __kernel__ sized(x : vec, pos : int) %~ E0506 a kernel cannot have an output of type `cube(2,2,2)`
    x[pos] = 1
end
parallel_do(4, zeros(4), sized)
function [y : point] = __kernel__ object(x : vec, pos : int) %~ E0506 a kernel cannot have an output of type `point`
    x[pos] = 1
end
parallel_do(4, zeros(4), object)
