%! loop: 9 serial, as the source says
%! loop: 12 parallel
%! loop: 18 parallel
%! loop: 18 forced by the source
% `force_serial` and `force_parallel` are about the next loop alone.
function [] = main(n : int = 5000)
    x = ones(n)
    #pragma force_serial
    for i = 0..n-1
        x[i] += 1
    end
    for i = 0..n-1
        x[i] += 1
    end
    % No two rounds write the same element, which the compiler cannot know.
    order = n-1..-1..0
    #pragma force_parallel on
    for i = 0..n-1
        x[order[i]] += i
    end
    print x[0], " ", x[n-1]
    % 1+1+1 plus n-1 at the front, plus 0 at the end
    % => 5002 3
end
