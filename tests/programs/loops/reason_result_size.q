%! features: F231
%! loop: 11 serial
%! loop: 11 Parallelization of the operator not possible: need to know the size of the result of type!
%! loop: 11 how many elements `find` gives is known only when it has run
%! loop: 11 advice: compute it before the loop
function [] = main(n : int = 3)
    x = zeros(n + 1)
    x[1] = 1
    x[n] = 1
    v = zeros(n)
    for i = 0..n-1
        v[i] = i + size(find(x), 0)
    end
    print v
    % => [2,3,4]
end
