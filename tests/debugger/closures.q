% Functions that capture.
function [] = main()
    gain = 3
    offset = [1, 2]
    f = x -> gain * x + offset[0]
    gain = 100
    a = f(2)
    g = (x, y) -> f(x) + y
    b = g(1, 0.5)
    c = a + b
    print a, b, c
end
