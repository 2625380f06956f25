%! features: F281
%! raises: index line 5
function [] = main(i : int = -1)
    x : vec'checked = [1.0,2.0,3.0]
    print x[i]
end
