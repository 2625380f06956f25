% Matrices and cubes.
function [] = main()
    a = zeros(2, 3)
    b = ones(3, 2)
    a[0, 1] = 5
    c = a * b
    d = transpose(a)
    e = zeros(2, 2, 2)
    e[1, 0, 1] = 7
    r = a[0, :]
    s = a[:, 1]
    f = eye(3)
    a = f
    f[0, 0] = 9
    print a, b, c, d, e, r, s, f
end
