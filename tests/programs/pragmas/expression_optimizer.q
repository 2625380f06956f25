%! loop: 8 serial, as the source says
%! loop: 10 parallel
% `expression_optimizer` is about array expressions, not about loops.
function [] = main(n : int = 9000)
    x = ones(n)
    #pragma expression_optimizer off
    % Written element by element, but not by a loop of the program.
    y = 2 .* x
    #pragma expression_optimizer on
    z = 3 .* y
    print y[0], " ", z[n-1]
    % => 2 6
end
