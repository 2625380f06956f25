%! features: F236
%! loop: 11 parallel
% A lambda and a small untyped function that can be inlined do not stop it.
function y = half(x)
    y = x/2
end
function [] = main(n : int = 3)
    f = x -> x^2 + 1
    v = ones(n)
    v[1] = 4
    for k = 0..n-1
        v[k] = half(f(v[k]))
    end
    print v
    % => [1,8.5,1]
end
