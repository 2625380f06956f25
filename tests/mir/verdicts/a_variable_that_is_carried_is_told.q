%! test opt verdicts level=1
% It has what the iteration before left.
% check: loop over i in script: serial
% next: Parallelization not possible because variable is not locally defined.
% next: `t` is read before it is assigned in the same iteration, so it carries a value from one iteration to the next
% check: advice: assign `t` at the start of each iteration, or update it only by one of += -= *= __= ^^=, so that it becomes a parallel reduction

function [] = f(x : vec)
    t = 0.0
    for i = 0..numel(x)-1
        x[i] = t
        t = 2*x[i] + i
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    f(x)
    print x
end
