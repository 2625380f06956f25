%! features: F140
function y = many(n : int)
    y = vec[??](n)
    for k = 0..n-1
        y[k] = k*k
    end
end
a = many(3)
print numel(a)
% => 3
[a, b] = many(2)
print a, b
% => 01
