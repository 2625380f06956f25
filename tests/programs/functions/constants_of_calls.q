% What all calls of a function give is known in it; 0 and -0 are two numbers.
function y = f(n : int, x : scalar)
    if n <= 0
        y = 1/x
    else
        y = f(n-1, 0.0) + 1/x
    end
end
print f(0, -0.0), " ", f(0, 0.0)
% => -inf inf
% A constant goes through functions that pass it on, also where one of them changes its own copy.
function y = window(x : vec, n : int)
    y = zeros(numel(x))
    for m = 0..numel(x)-1
        for k = 0..n-1
            y[m] += x[mod(m+k,numel(x))]
        end
    end
end
function y = twice(x : vec, n : int)
    y = window(window(x, n), n)
    n += 1
    y = y/(n-1)^2
end
print twice([1,2,3,4], 2), " ", twice([4,4,4,4], 2)
% => [2,3,3,2] [4,4,4,4]
