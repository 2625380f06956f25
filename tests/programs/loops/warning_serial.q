%! warns: x line 5
function [] = main(n : int = 100)
    x = zeros(n)
    x[0] = 1
    for k = 1..n-1
        x[k] = x[k-1]*0.5 + k
    end
    print x[1]
    % => 1.5
end
