%! features: F195
%! raises: index line 5
function [] = main(n : int = 3)
    x = [1,2,3]
    print x[n]
end
