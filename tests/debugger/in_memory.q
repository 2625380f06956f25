% More parameters than are passed one by one.
function y = many(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, v : vec)
    b = a1 + a33
    a2 = b + 1
    y = a2 + v[0]
    c = y
end
function [] = main()
    v = [5, 6]
    r = many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, v)
    s = r + 1
    print r, s
end
