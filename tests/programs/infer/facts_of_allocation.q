%! features: F100
%! structure: bounds-check 0
% What is asserted and how an array was made prove that indices are inside: no check is left.
function [] = main(n : int = 100)
    assert(n > 10)
    x = zeros(n)
    x[9] = 4
    print x[9]
    % => 4
    m = zeros(n, 3)
    i = n - 7
    if i >= 0 && i < n
        m[i, 2] = 5
        print m[i, 2] + m[0, 1]
        % => 5
    end
    k = 0
    while k >= 0 && k < numel(x)
        x[k] = k
        k += 11
    end
    print sum(x)
    % 11·(0+1+…+9), and the 4
    % => 499
end
