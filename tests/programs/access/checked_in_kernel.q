%! features: F281
%! raises: x line 5
%! stderr: 3
function [] = __kernel__ k(x : vec'checked, y : vec, pos : int)
    y[pos] = x[pos + 1]
end
x = [1.0,2.0,3.0]
y = zeros(3)
parallel_do(3, x, y, k)
print "not reached"
