%! features: F061
% A function that is handed over where a function type is written is compared with it there, whether it is called or not.
type handler : class
    call : [scalar -> scalar]
endtype
function y = unused(f : [scalar -> scalar], x)
    y = x
end
function y = unused_device(f : [__device__ scalar -> scalar], x)
    y = x
end
function y = unused_pair(f : [scalar -> (scalar, scalar)], x)
    y = x
end
function y = of_matrix(x : mat)
    y = 2*x
end
function y = on_host(x : scalar)
    y = x
end
function y = __device__ on_device(x : scalar)
    y = x
end
function [] = __kernel__ kernel(y : vec, pos : int)
    y[pos] = 1
end
print unused(x -> x + 1, 3), unused(on_host, 3), unused(on_device, 3)
print unused((a, b) -> a + b, 3) %~ E0401 a function with 2 parameters where the type says 1
print unused(() -> 1, 3) %~ E0401 a function with 0 parameters where the type says 1
print unused((a : string) -> 2, 3) %~ E0301 takes no `scalar` for `a`
print unused((a : scalar) -> "two", 3) %~ E0301 is a `string` where a `scalar` is needed
print unused(of_matrix, 3) %~ E0301 takes no `scalar` for `x`
print unused(kernel, 3) %~ E0301 `kernel` is a kernel where a function that is called is needed
print unused_device(on_device, 3)
print unused_device(on_host, 3) %~ E0503 `on_host` is a host function where a device function is needed
print unused_pair(x -> {x, 2*x}, 3)
print unused_pair(x -> x, 3) %~ E0301 gives 1 value where the type says 2
f : [scalar -> scalar] = of_matrix %~ E0301 takes no `scalar` for `x`
h = handler(call := of_matrix) %~ E0301 takes no `scalar` for `x`
function g : [mat -> mat] = returned(n)
    g = (a, b) -> a + b %~ E0401 a function with 2 parameters where the type says 1
end
g = returned(1)
