%! raises: match line 6
%! stderr: 1x3
%! stderr: 4x4
function y = product(a, b)
    n = numel(a)
    y = a*b
end
x = zeros(1,3)
print product(x, zeros(4,4))
