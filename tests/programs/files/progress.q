% Where nobody looks, a bar writes nothing; steps that cannot be are errors.
function [] = tell(done : int, n : int)
    try
        progress(done, n)
        print "shown"
    catch ex
        print ex
    end
end
for k = 0..3
    progress(k, 3)
end
% => shown
% => shown
% => progress: 4 of 3 steps cannot be done
% => progress: -1 of 3 steps cannot be done
% => progress: 0 of -1 steps cannot be done
tell(0, 0)
tell(3, 3)
tell(4, 3)
tell(-1, 3)
tell(0, -1)
