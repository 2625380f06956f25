%! features: F238
% An array that its expression reads twice, and compares with itself: one kernel, in which it is computed once for each element.
function [] = main(n : int = 3)
    [x, y] = [repmat([1, 2], [n, n]), repmat([4, 3], [n, n])]
    z = (3.*x + y).^2
    print sum(z.*x - z)
    w = 2.*x
    print sum(w - w), " ", max(max(w.*w))
end
% (3+4)^2 = 49 and (6+3)^2 = 81, 9 times each: 9*(49*1-49) + 9*(81*2-81).
% => 729
% => 0 16
