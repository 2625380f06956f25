% Parts of arrays as sources and as targets.
function [] = main()
    a = zeros(3, 4)
    a[1, :] = [1, 2, 3, 4]
    a[:, 0] = 9
    b = a[0..1, 1..2]
    c = a[2, 0..2..3]
    b[0, 0] = -1
    v = 0..5
    w = v[5..-1..0]
    v[1..2] = [70, 80]
    print a, b, c, v, w
end
