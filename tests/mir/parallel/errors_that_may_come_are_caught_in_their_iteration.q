%! test opt parallel
% The last place is outside: the loop stays, so that t is known where the error is caught.
% check: try {
% not: launch
% check: store $x[$place] checked 'x'
% check: loop over i in script: serial
% next: Parallelization not possible because variable is not locally defined.

function [] = main(n : int = 5)
    x = ones(n)
    t = 0
    try
        for i = 0..numel(x)-1
            t = 2*i
            x[i+1] = t + 1
        end
        print "done"
    catch e
        print "caught at ", t
    end
    print x
end
