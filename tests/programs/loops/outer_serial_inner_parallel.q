%! features: F214 F215
%! loop: 6 serial
%! loop: 7 parallel
function [] = main(n : int = 4)
    x = ones(3,n)
    for i = 1..2
        for j = 0..n-1
            x[i,j] = x[i-1,j] + j
        end
    end
    print x[2,:]
    % => [1,3,5,7]
end
