%! raises: index line 5
%! stderr: trace.q
function y = inner(v, k)
    z = 1
    y = v[k]
end
function y = outer(v)
    y = inner(v, 10)
end
print outer([1.0,2.0])
