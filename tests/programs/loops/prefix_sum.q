%! features: F215
%! loop: 6 serial
function [] = main(n : int = 4)
    x = ones(n)
    y = copy(x)
    for k = 1..n-1
        y[k] = y[k-1] + k*x[k]
    end
    print y
    % => [1,2,4,7]
end
