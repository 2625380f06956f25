%! features: F225
%! loop: 8 serial
%! loop: 8 Inner loop break detected. Loop cannot be parallelized/serialized.
function [] = main(n : int = 4)
    x = ones(n)
    x[2] = -1
    y = zeros(n)
    for k = 0..n-1
        if x[k] < 0
            break
        end
        y[k] = x[k]
    end
    print y
    % => [1,1,0,0]
end
