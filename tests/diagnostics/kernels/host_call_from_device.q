%! features: F198
function y = host(x)
    y = x
end
function y = __device__ d(x : scalar)
    y = host(x) %~ E0501 host
end
print d(1)
