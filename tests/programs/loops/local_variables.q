%! features: F214
%! loop: 5 parallel
function y = distances(x)
    y = zeros(numel(x))
    for k = 0..numel(x)-1
        t = x[k]*2
        if t < 0
            t = -t
        end
        y[k] = t + 1
    end
end
function [] = main(n : int = 3)
    x = zeros(n)
    x[0] = 3
    x[1] = -1
    x[2] = 2
    print distances(x)
    % => [7,3,5]
end
