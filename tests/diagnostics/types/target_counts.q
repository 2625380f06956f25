function [a, b] = both(x)
    a = x
    b = x
end
[p, q, r] = both(1) %~ E0406 3 targets for 2 outputs
[p, q] = 3 %~ E0406 2 targets
[p, q] = [1,2,3] %~ E0406 2 targets for 3 elements
f = x -> {x, 2*x}
[p, q, r] = f(1) %~ E0406 3 targets for 2 outputs
