%! features: F228
%! loop: 8 Operator : can not be parallelized. Consider using [a..b] instead!
%! loop: 8 a slice makes a new array
function [] = main(n : int = 4)
    x = ones(n,n)
    y = zeros(n)
    % How long a row is is not known before the program runs, and a median needs all its elements at once.
    for k = 0..n-1
        y[k] = k + median(x[k,:])
    end
    print y
    % => [1,2,3,4]
end
