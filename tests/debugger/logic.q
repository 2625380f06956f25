% Conditions of several parts.
function y = inside(x : mat, m : int, n : int)
    y = m >= 0 && n >= 0 && m < size(x, 0) && n < size(x, 1)
    z = !y || x[m, n] > 1
    w = y
end
function [] = main()
    x = [[1, 2], [3, 4]]
    a = inside(x, 1, 1)
    b = inside(x, 2, 0)
    c = a && !b
    print a, b, c
end
