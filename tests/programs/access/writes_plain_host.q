%! features: F283
%! raises: x line 5
function [] = main(n : int = 3)
    x = [1.0,2.0,3.0]
    x[n] = 1
end
