%! features: F066
% One function for arrays of any number of dimensions, up to 16.
function r = f(x : cube{:})
    r = sum(x) + 100*ndims(x)
end
print f(ones(3)), " ", f(ones(3,2)), " ", f(ones(3,2,2))
% => 203 206 312
print f(ones(3,2,2,2)), " ", f(ones(1,2,1,2,2))
% => 424 508
print f(ones(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2))
% => 1602
function [] = clear(x : cube{:})
    x[:] = 7
end
