%! features: F140
%! raises: unpacking: the vector has 2 elements, not 1 line 18
function args = values(n : int)
    args = vec[??](n)
    for k = 0..n-1
        args[k] = k + 1
    end
end
a = values(3)
print numel(a)
% => 3
[b] = values(1)
print b
% => 1
[c, d] = values(2)
print c, d
% => 12
[e] = values(2)
