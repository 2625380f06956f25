%! omits: mir ] checked 'x'
% The numbers that `size` gives are the ends of loops that stay inside.
function [] = main(n : int = 40)
    x = ones(n, n+1)
    [h, w] = size(x)
    for i = 0..h-1
        for j = 0..w-1
            x[i,j] = 2
        end
    end
    print sum(x)
    % 40 * 41 * 2
    % => 3280
end
