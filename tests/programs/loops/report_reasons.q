%! features: F215 F218
%! loop: 7 serial
%! loop: 7 Parallelization not possible: dependency on iterator variable!
%! loop: 7 `x`
function [] = main(n : int = 10)
    x = ones(n)
    for k = 1..n-1
        x[k] = x[k-1] + x[k]
    end
    print x[9]
    % => 10
end
