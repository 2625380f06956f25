%! features: F222
%! loop: 8 serial
%! loop: 8 Statement can not be parallelized/serialized. Consider placing this outside the loop.
function [] = main(n : int = 3)
    x = ones(n)
    tic()
    % tic acts on the one timer of the program.
    for k = 0..n-1
        tic()
        x[k] = k
    end
    print x
    % => [0,1,2]
end
