%! raises: the variable 'x' has no value here line 7
% A variable that only some paths assign.
function [] = use(c)
    if c > 1
        x = 3
    end
    print x + 1
end
use(2)
% => 4
use(1)
