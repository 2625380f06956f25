% Two names of one array, and a copy.
function [] = set_first(x : vec, value)
    x[0] = value
    y = x
    y[1] = value + 1
end
function [] = main(n : int = 5)
    a = zeros(n)
    b = a
    c = copy(a)
    b[2] = 7
    set_first(a, 3)
    c[4] = 1
    a = ones(n)
    a[3] = 9
    print a, b, c
end
