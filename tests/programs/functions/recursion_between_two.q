% Two functions call each other, and the last assignment of one changes its type: the other follows.
function y = is_even(n : int)
    y = n == 0 ? 1 : is_odd(n-1)
    y = [1,2,3]*(n+1)
end
function y = is_odd(n : int)
    y = is_even(n)
end
print is_odd(1), is_even(0)
% => [2,4,6][1,2,3]
