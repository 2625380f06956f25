%! features: F286
%! flags: --check=bounds
%! raises: x line 7
% Every access outside is that error, also with 'unchecked.
function [] = main(n : int = 5)
    x : vec'unchecked = [1.0,2.0,3.0]
    print x[n]
end
