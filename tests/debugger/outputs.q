% Several outputs.
function [low, high] = range_of(x : vec)
    low = x[0]
    high = x[0]
    for k = 1..numel(x)-1
        low = min(low, x[k])
        high = max(high, x[k])
    end
end
function [q, r] = divided(a : int, b : int)
    q = int(floor(a / b))
    r = a - q*b
end
function [] = main()
    [l, h] = range_of([3, -1, 7, 2])
    [q, r] = divided(17, 5)
    s = l + h
    t = q * r
    print l, h, q, r, s, t
end
