%! features: F224
%! loop: 14 serial
%! loop: 14 Parallelization/serialization not possible because the variable is polymorphic (not a unique type).
%! loop: 14 which type `a` has is known only when running: int, vec
%! loop: 14 advice: give `a` one type
% `a` is an int or a vector, as the argument says.
function [] = main(n : int = 4)
    v = zeros(n)
    if n > 9
        a = 3
    else
        a = [1.5, 2]
    end
    for i = 0..n-1
        v[i] = sum(a) + i
    end
    print v
    % => [3.5,4.5,5.5,6.5]
end
