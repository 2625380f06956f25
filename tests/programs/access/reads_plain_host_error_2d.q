%! raises: index line 5
%! stderr: 2
function [] = main(n : int = 2)
    x = zeros(2,3)
    print x[n,0]
end
