% Small arrays, which live in registers.
function [] = main()
    v = [1, 2, 3]
    w = [0.5, 1.5]
    v[0] = 10
    u = v + [1, 1, 1]
    m = [[1, 2], [3, 4]]
    c = [1+2i, 3-1i]
    total = sum(u)
    for k = 0..2
        p = [k, k*k]
        q = p + w
        total += q[1]
    end
    print v, w, u, m, c, total
end
