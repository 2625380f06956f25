% Functions that call each other, with arrays.
function y : scalar = even(x : vec, n : int)
    if n <= 0
        y = 0
        return
    end
    here = x[n-1]
    rest = odd(x, n-1)
    y = here + rest
end
function y : scalar = odd(x : vec, n : int)
    if n <= 0
        y = 0
        return
    end
    half = x[n-1]/2
    y = half + even(x, n-1)
end
function [] = main()
    v = [1, 2, 3, 4, 5]
    a = even(v, 5)
    v[0] = 50
    b = odd(v, 3)
    print a, b
end
