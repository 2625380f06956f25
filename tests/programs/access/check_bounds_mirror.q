%! flags: --check=bounds
%! raises: x line 5
function [] = main(n : int = 3)
    x : vec'mirror = [1.0,2.0,3.0]
    print x[n]
end
