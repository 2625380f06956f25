%! features: F283
%! raises: x line 6
%! stderr: 3
function [] = main(n : int = 3)
    x : vec'checked = [1.0,2.0,3.0]
    x[n] = 1
    print "not reached"
end
