%! test opt parallel,unchecked
% t would have the value of the iterations before an error. None comes: all places are inside, and so the loop is a kernel.
% check: try {
% check: launch
% not: store ... checked

function [] = main(n : int = 5)
    x = ones(n)
    t = 0
    try
        for i = 0..numel(x)-1
            t = 2*i
            x[i] = t + 1
        end
        print "done"
    catch e
        print "caught at ", t
    end
    print x
end
