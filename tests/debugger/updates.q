% Operators that assign.
function [] = main()
    a = 10
    a += 5
    a -= 3
    a *= 2
    b = 1.0
    b /= 3
    b += a
    v = ones(4)
    v *= 3
    v[1] += 0.5
    v += v
    c = mod(a, 5)
    d = a
    a = d - 1
    print a, b, v, c, d
end
