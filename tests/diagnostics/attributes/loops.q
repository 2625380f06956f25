%! features: F216
%! flags: -W attribute-argument
% Operators that there are not, and variables that there are not: the loop is what it would be without them.
function [] = main(n : int)
    x = ones(n)
    s = 0.0
    {!parallel for; reduction={s,"??"}} %~ W0622 `reduction` of `parallel` does not take this value
    for k = 0..n-1
        s += x[k]
    end
    {!parallel for; reduction={s}} %~ W0622 `reduction` of `parallel` does not take this value
    for k = 0..n-1
        s += x[k]
    end
    {!parallel for; reduction={sum_of,"+="}; private={t,u}} %~ W0622 `parallel` speaks of `sum_of`, which is no variable here
    for k = 0..n-1                                          %~^ W0622 `parallel` speaks of `u`, which is no variable here
        t = 2*x[k]
        x[k] = t
    end
    {!parallel for; reduction={s,"^^="}; private=t}
    for k = 0..n-1
        t = x[k]
        s ^^= t
    end
    print s
end
