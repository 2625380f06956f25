%! features: F061
% What a function type leaves open fits any function; what it says is what functions may widen.
type binary : [__device__ (scalar, scalar) -> scalar]
function y = with_any(f : [?? -> ??], x)
    y = f(x)
end
function y = with_binary(f : binary, a, b)
    y = f(a, b)
end
function y = on_cubes(f : [cube -> cube], x)
    y = f(x)
end
function y = with_rest(f : [(scalar, ...scalar) -> scalar], x)
    y = f(x, 2, 3)
end
function y = total(...values : vec[scalar])
    y = sum(values)
end
function y = optional(x : scalar, k : scalar = 3)
    y = k*x
end
function y = with_one(f : [scalar -> scalar], x)
    y = f(x)
end
print with_any(x -> [x, 2*x], 3), " ", with_any(s -> s + "!", "text")
% => [3,6] text!
print with_binary(__device__ (a, b) -> a - b, 5, 3)
% => 2
print on_cubes((m : cube{:}) -> 2*m, ones(1,2))
% => [2,2]
print with_one(optional, 2), " ", with_one((n : int) -> n + 1, 4)
% => 6 5
