%! features: F214
%! structure: kernel 1, launch 1
%! loop: 7 parallel, 2 dimensions
function [] = main(n : int = 5)
    x = ones(3,n)
    y = zeros(3,n)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j] = x[i,j]*2 + i + j
        end
    end
    % 15*2 + 5*(0+1+2) + 3*(0+1+2+3+4)
    print sum(y)
    % => 75
end
