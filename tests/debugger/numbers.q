% Numbers of every type.
function [] = main()
    a = 3
    b = -2.5
    c = 1 + 2i
    d = int64(5000000000)
    e = 1e-5
    a = a * 7
    b = b / 3
    c = c * (b - 1i)
    d = d + a
    e = e * 1e10
    t = a > 20
    u = b > 0
    n = 0.0/0.0
    i = 1.0/0.0
    z = -0.0
    print a, b, c, d, e, t, u, n, i, z
end
