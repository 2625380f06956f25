%! features: F215
%! loop: 8 serial
%! loop: 8 x
% Two iterations write the same element: the order matters.
function [] = main(n : int = 5)
    x = zeros(2)
    idx = [0,1,0,1,0]
    for k = 0..n-1
        x[idx[k]] = k
    end
    print x
    % => [4,3]
end
