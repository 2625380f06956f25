%! raises: index line 6
%! stderr: trace.q
% The error names the place where it happened.
function y = inner(v, k)
    z = 1
    y = v[k]
end
function y = outer(v, k)
    y = inner(v, k)
end
function [] = main(k : int = 10)
    print outer([1.0,2.0], k)
end
