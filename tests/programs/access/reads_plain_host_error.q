% Outside loops and kernels a read outside is an error on the host.
%! raises: index line 5
function [] = main(n : int = 3)
    x = [1.0,2.0,3.0]
    print x[n]
end
