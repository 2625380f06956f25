% Parameters that are assigned, arrays among them.
function y = changed(n : int, x : vec, s : string)
    n = n + 1
    x = x + n
    s = s + "!"
    y = sum(x) + n
    x[0] = 100
    n = 0
end
function [] = main()
    v = zeros(4)
    a = changed(3, v, "go")
    v[1] = 2
    b = changed(10, v, "stop")
    print a, b, v
end
