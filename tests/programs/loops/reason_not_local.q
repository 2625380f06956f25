%! features: F227
%! loop: 7 serial
%! loop: 7 Parallelization not possible because variable is not locally defined.
function [] = main(n : int = 5)
    x = ones(n)
    t = 0.0
    for k = 0..n-1
        x[k] = t
        t = x[k] + k
    end
    print x
    % => [0,0,1,3,6]
end
