%! features: F110
% A fixed size is a contract: still by reference, same results.
function [] = plain(x)
    x[1] = 5
end
function [] = fixed(x : vec(3))
    x[2] = 6
end
v = [1.0,2.0,3.0]
plain(v)
fixed(v)
print v
% => [1,5,6]
