%! features: F243
%! structure: launch 1
%! loop: 11 serial, as the source says
%! loop: 12 serial, as the source says
%! loop: 14 parallel
% The same expression twice: where the pragma is off it stays a loop of the host, and t an array; where it is on it is launched.
% The results are the same.
function [] = main(n : int = 64)
    [a, x, y] = [3.0, repmat([1.0, 2.0], [n, n]), repmat([4.0, 3.0], [n, n])]
    #pragma expression_optimizer off
    t = a.*x + y
    z = t.^2
    #pragma expression_optimizer on
    w = (a.*x + y).^2
    print z[0,0], " ", z[0,1], " ", w[0,0], " ", w[0,1], " ", same(z, w)
    % => 49 81 49 81 1
end
function r = same(z : mat, w : mat)
    r = 1
    {!serial for}
    for i = 0..numel(z)-1
        r = r && z[i] == w[i]
    end
end
