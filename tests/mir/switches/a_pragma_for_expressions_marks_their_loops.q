%! test opt switches
% The sum of arrays is a loop that the compiler has written.
% check: for ... serial expression {

function [] = main(n : int = 3)
    x = ones(n)
    #pragma expression_optimizer off
    y = x + 2*x
    print y
end
