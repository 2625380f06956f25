function y = is_even(n : int)
    y = n == 0 ? 1 : is_odd(n-1)
end
function y = is_odd(n : int)
    y = n == 0 ? 0 : is_even(n-1)
end
print is_even(10), is_odd(10), is_even(7)
% => 100
