%! features: F040
function y = outer(a)
    b = 10
    function z = inner(c)
        z = a + b + c
    end
    y = inner(1) * 2
end
print outer(5)
% => 32
function y = doubled(x)
    function [] = __kernel__ k(x : vec, y : vec, pos : int)
        y[pos] = 2*x[pos]
    end
    y = zeros(size(x))
    parallel_do(numel(x), x, y, k)
end
print doubled([1.0,2.5])
% => [2,5]
