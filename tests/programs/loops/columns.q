%! loop: 6 parallel
%! loop: 7 serial inside
function [] = main(n : int = 4)
    % Iterations over columns touch disjoint elements; those over rows do not.
    x = ones(n,3)
    for j = 0..2
        for i = 1..n-1
            x[i,j] = x[i-1,j]*2
        end
    end
    print x[3,0], x[3,1], x[3,2], x[1,1]
    % => 8882
end
