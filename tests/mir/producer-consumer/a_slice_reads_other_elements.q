%! test opt producer-consumer
% t[1..] is t one further: the array stays, or the elements are computed at the moved place.
% check: expression {

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    z = t[1..n-1] + y[0..n-2]
    print z
end
