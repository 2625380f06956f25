% A function for several types: each call has its instance.
function y = doubled(x)
    y = x + x
    z = y
end
function [] = main()
    a = doubled(3)
    b = doubled(1.5)
    c = doubled([1, 2])
    d = doubled("ab")
    e = doubled(1+1i)
    print a, b, c, d, e
end
