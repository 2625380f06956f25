%! structure: bounds-check 1
%! raises: index 7 of 'x' is outside its 5 elements line 5
function y = pick(x : vec, n : int)
    assert(n >= 0, "one bound proves nothing")
    y = x[n]
end
function [] = main(n : int = 7)
    print pick(ones(n - 2), n)
end
