%! raises: `-` does not work on a `string` line 11
function y = pick(n : int)
    if n > 0
        y = "text"
    else
        y = n
    end
end
print -pick(0)
% => 0
print -pick(1)
