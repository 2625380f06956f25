%! features: F229
%! loop: 7 serial
%! loop: 7 Parallelization of the function requires kernel dynamic memory to be enabled!
function [] = main(n : int = 3)
    x = ones(n)
    % The size of the temporary is not known at compile time.
    for k = 0..n-1
        t = zeros(k + 1)
        t[k] = 2
        x[k] = sum(t)
    end
    print x
    % => [2,2,2]
end
