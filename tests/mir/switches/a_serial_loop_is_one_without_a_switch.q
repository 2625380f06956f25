%! test opt switches
% The attribute marks it when it is lowered.
% check: for ... serial {

function [] = main(n : int = 3)
    x = zeros(n)
    #pragma loop_parallelizer off
    for i = 0..n-1
        x[i] = 1
    end
    {!serial for}
    for i = 0..n-1
        x[i] += 1
    end
    print x
end
