%! features: F134
function y = __device__ mysum(...args : vec[scalar])
    y = 0.0
    for k = 0..numel(args)-1
        y += args[k]
    end
end
x = zeros(2)
parallel_do(2, __kernel__ (pos : int) -> x[pos] = mysum(1, 2, pos))
print x
% => [3,4]
