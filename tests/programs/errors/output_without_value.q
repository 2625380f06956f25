%! raises: the output 'y' of 'pick' has no value here line 4
% On a path that gives the output no value the call is an error.
function y = pick(c)
    if c == 1
        y = 1
    elseif c == 2
        y = 2.5
    end
end
print pick(1), " ", pick(2)
% => 1 2.5
print pick(3)
