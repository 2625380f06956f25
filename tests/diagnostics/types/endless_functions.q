% A function that is made of its own earlier value has another type in every round.
function [] = main(n : int = 3)
    f = x -> x + 1
    for k = 1..n
        f = x -> 2*f(x) %~ E0344 f
    end
    print f(1)
end
% The result is taken to be an int, as nothing else is known of it, and a function has no sum with that.
twice = n -> 2*n
forever = (n : int) -> twice + forever(n+1) %~ E0308 does not work on a `function`
print forever(0)
