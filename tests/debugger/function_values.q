% Functions as parameters.
function y = applied(f : [scalar -> scalar], x : scalar)
    y = f(x)
    y = f(y)
end
function [] = main()
    k = 2.0
    a = applied(x -> x*x, 3.0)
    b = applied(x -> x + k, 3.0)
    print a, b
end
