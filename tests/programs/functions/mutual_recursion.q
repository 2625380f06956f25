% Functions that call each other: the type of each follows from the other one, wherever the first call stands.
function y = countdown(n)
    y = 0
    if n > 0
        y = step(n - 1)
    end
end
function y = step(n)
    y = countdown(n)
end
function y = is_even(n)
    y = n == 0 ? 1 : is_odd(n - 1)
end
function y = is_odd(n)
    y = n == 0 ? 0 : is_even(n - 1)
end
print countdown(4)
% => 0
print step(3)
% => 0
print is_even(10), is_odd(10), is_even(7)
% => 100
