%! features: F219
%! loop: 6 serial
%! loop: 6 Operations involving strings can currently not be parallelized/serialized.
function [] = main(n : int = 2)
    x = ones(n)
    for k = 0..n-1
        print "x = ", x[k]
        x[k] = 0
    end
    % => x = 1
    % => x = 1
    print x
    % => [0,0]
end
