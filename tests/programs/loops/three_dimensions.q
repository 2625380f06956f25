%! features: F214
%! structure: kernel 1, launch 1
%! loop: 6 parallel, 3 dimensions
function [] = main(n : int = 5)
    y = zeros(4,n,5)
    for i = 0..3
        for j = 0..n-1
            for k = 0..4
                y[i,j,k] = 100*i + 10*j + k
            end
        end
    end
    print y[3,4,2], " ", y[1,0,2], " ", sum(y)
    % => 342 102 17200
end
