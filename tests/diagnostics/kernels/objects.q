%! features: F077
o = object()
o.gain = 2
a = zeros(3)
function [] = __kernel__ captures(a : vec, pos : int)
    a[pos] = o.gain %~ E0503 object
end
parallel_do(3, a, captures)
function [] = __kernel__ takes(a : vec, p : object, pos : int)
    a[pos] = p.gain
end
parallel_do(3, a, o, takes) %~ E0503 object
function y = __device__ gained(p)
    y = p.gain %~ E0503 object
end
print gained(o)
function [] = __kernel__ makes(a : vec, pos : int)
    q = object() %~ E0503 object
    a[pos] = 1
end
parallel_do(3, a, makes)
function [] = __kernel__ mixes(a : vec, pos : int)
    v : ?? = a[pos]
    if pos > 1
        v = a
    end
    print(v) %~ E0503
end
parallel_do(3, a, mixes)
