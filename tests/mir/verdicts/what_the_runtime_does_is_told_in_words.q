%! test opt verdicts level=1
% Its operations have names that the source does not know: a sum is one of a whole array, and to wait is a matter of figures.
% check: loop over i in script: serial
% next: Statement can not be parallelized/serialized. Consider placing this outside the loop.
% next: a sum, mean or extreme of a whole array only runs outside of kernels
% check: advice: place the statement outside of the loop
% check: loop over k in script: serial
% next: Statement can not be parallelized/serialized. Consider placing this outside the loop.
% next: a figure only runs outside of kernels

function [] = main(n : int = 4)
    x = zeros(n)
    y = ones(2*n)
    for i = 0..n-1
        x[i] = sum(y) + i
        y[i] = 2
    end
    for k = 0..n-5
        pause(k)
        x[k] = k
    end
    print x
end
