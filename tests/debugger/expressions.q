% Array expressions, and what is read again after its last use.
function y = weighted(a : vec, b : vec)
    t = a .* b
    u = sqrt(abs(t)) + 1
    y = u / sum(u)
    n = numel(y)
    done = n > 0
end
function [] = main(n : int = 4)
    a = linspace(0, 1, n)
    b = a .^ 2
    c = weighted(a, b)
    k = 7
    l = k + 1
    m = l * 2
    print m
end
