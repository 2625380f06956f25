%! features: F287
%! flags: --check=nan
%! raises: an element of 'y' is not a number line 5
function [] = __kernel__ root(x : vec, y : vec, pos : int)
    y[pos] = sqrt(x[pos])
end
x = [4.0, 1.0, 9.0]
y = zeros(3)
parallel_do(3, x, y, root)
print y
% => [2,1,3]
x[1] = -1.0
parallel_do(3, x, y, root)
print "not reached"
