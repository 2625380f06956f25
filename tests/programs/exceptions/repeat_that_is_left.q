%! raises: the variable 'x' has no value here line 10
% A loop that runs at least once may be left before it sets a variable.
function [] = f(n : int)
    repeat
        if n > 2
            break
        end
        x = 5
    until 1
    print x
end
f(1)
% => 5
f(3)
