%! features: F214
%! loop: 5 parallel, 2 dimensions
function [] = main(n : int = 4)
    x = ones(3,n)
    for i = 0..2
        for j = 0..n-1
            x[i,j] = x[i,j] + i
        end
    end
    print sum(x)
    % => 24
end
