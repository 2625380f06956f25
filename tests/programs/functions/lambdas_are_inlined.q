%! features: F144
% No call is left of a lambda, not even of one that is passed on or has several results.
function y = twice(f, x)
    y = f(f(x))
end
function [] = main(n : int = 3)
    square = x -> x^2
    sincos = x -> {x + 1, x - 1}
    add = a -> b -> a + b
    [p, q] = sincos(n)
    print square(n), " ", p, " ", q, " ", twice(square, n), " ", twice(x -> x + n, 1), " ", add(n)(4)
end
% => 9 4 2 81 7 7
%! structure: call 0
