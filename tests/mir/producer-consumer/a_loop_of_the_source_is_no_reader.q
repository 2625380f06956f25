%! test opt producer-consumer
% It may read any element.
% check: expression {
% check: for ... 'i'

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    t = 3.*x
    z = zeros(n)
    for i = 0..n-1
        z[i] = t[n-1-i]
    end
    print z
end
