%! features: F195
%! raises: index line 5
function [] = main()
    x = [1,2,3]
    print x[3]
end
