%! features: F241
%! tolerance: 1e-5
%! structure: launch 8
%! loop: 21 `sum` is combined by add
%! loop: 22 `prod` is combined by mul
%! loop: 23 `max` is combined by max
%! loop: 24 `min` is combined by min
%! loop: 25 `mean` is combined by add
%! loop: 28 `sum` is combined by add
%! omits: mir reduce_real
%! omits: mir new_array(v
% Aggregations of expressions are one kernel each, a parallel reduction, without an array for the expression; so is an aggregation
% within an aggregation's operands once it is a number. Only a, b and c are arrays here.
function [] = main(n : int = 100)
    a = repmat([1.0, 3.0], [100, 50])
    b = 2*ones(100, 100)
    c = ones(100, 100)
    c[5,7] = 5
    % a - c.*b is -1 or 1, and at the one place 3 - 10; a + b - c is 2 or 4, and there 3 + 2 - 5.
    % a.*b is 2 in half of the 10000 elements and 6 in the other half; c adds 10004.
    print sum(a.*b + c)
    print prod(c.*b - 1)
    print max(abs(a - c.*b))
    print min(a + b - c)
    print mean(a.*a)
    m = sum(c.*b)
    % m is 20008, and the sum of (c - 2)^2 is 9999 + 9.
    print sum((c - m/10004).^2)
    % => 50004
    % => 9
    % => 7
    % => 0
    % => 5
    % => 10008
end
