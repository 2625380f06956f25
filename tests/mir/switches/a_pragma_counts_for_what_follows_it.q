%! test opt switches
% The loop before it may become a kernel.
% check: for $i ... {
% check: for $j ... serial {
% check: for $k ... {
% not: serial

function [] = main(n : int = 3)
    x = zeros(n)
    for i = 0..n-1
        x[i] = 1
    end
    #pragma loop_parallelizer off
    for j = 0..n-1
        x[j] += 2
    end
    #pragma loop_parallelizer on
    for k = 0..n-1
        x[k] += 3
    end
    print x
end
