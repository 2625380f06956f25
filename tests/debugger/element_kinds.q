% Arrays of every kind of element.
function [] = main(n : int = 3)
    a = vec[int](n)
    b = vec[uint8](n)
    c = vec[int8](n)
    d = vec[uint16](n)
    e = vec[int16](n)
    f = vec[uint32](n)
    g = vec[int64](n)
    h = vec[uint64](n)
    k = vec[cscalar](n)
    l = vec[scalar](n)
    a[0] = -7
    b[1] = 300
    c[1] = -300
    d[2] = 70000
    e[2] = -70000
    f[0] = 4000000000
    g[0] = -5000000000
    h[0] = 5000000000
    k[1] = 1.5 - 2i
    l[1] = 0.1
    print a, b, c, d, e, f, g, h, k, l
end
