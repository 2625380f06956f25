%! features: F216
%! loop: 8 parallel
function [] = main(n : int = 4)
    % The programmer promises that no index occurs twice.
    x = zeros(n)
    p = [2,0,3,1]
    {!parallel for}
    for k = 0..n-1
        x[p[k]] = k
    end
    print x
    % => [1,3,0,2]
end
