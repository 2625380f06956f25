%! features: F243
%! flags: --set=COMPILER_EXPRESSION_OPTIMIZER=False
%! structure: launch 0
%! loop: 9 serial, as the source says
%! loop: 11 serial, as the source says
% The setting does the same for the whole program.
function [] = main(n : int = 64)
    [x, y] = [repmat([1.0, 2.0], [n, n]), repmat([4.0, 3.0], [n, n])]
    z = (3.*x + y).^2
    print z[0,0], " ", z[0,1]
    print sum(z.*x - z)
    % => 49 81
    % In half of the 4096*2 elements 49*1 - 49, in the others 81*2 - 81.
    % => 331776
end
