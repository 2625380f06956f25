%! test opt verdicts level=1
% The error may come in any iteration: those before it have set the variable.
% check: loop over i in script: serial
% next: Parallelization not possible because variable is not locally defined.
% next: an error may end the loop within `try`, and `t` has the value of the iterations before it then
% check: advice: put the loop into a function that gives `t`, or keep it from raising an error

function [] = main(n : int = 5)
    x : vec'checked = ones(n)
    t = 0
    try
        for i = 0..n
            t = i
            x[i] = i + 1
        end
    catch e
        print "caught at ", t
    end
    print x
end
