%! features: F226
%! loop: 9 serial
%! loop: 9 continue detected. Loop cannot be parallelized/serialized.
%! loop: 9 advice: put the rest of the iteration into an `if`
% A `continue` becomes an `if` around the rest of the iteration (see continue_shapes.q). Here the rest would have to be
% there twice: work follows both within the outer `if` and behind it.
function [] = main(n : int = 6)
    x = zeros(n)
    for k = 0..n-1
        if k > 1
            if k == 4
                continue
            end
            x[k] = 10
        end
        x[k] += k
    end
    print x
    % => [0,1,12,13,0,15]
end
