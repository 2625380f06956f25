%! test opt verdicts level=1
% It has what the last iteration left.
% check: loop over i in script: serial
% next: Parallelization not possible because variable is not locally defined.
% next: the value of `t` after the loop is that of the last iteration that assigns it
% check: advice: use another variable than `t` after the loop, or assign it there

function t = f(x : vec)
    t = 0.0
    for i = 0..numel(x)-1
        t = 2*x[i]
        x[i] = t*t
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    print f(x), x
end
