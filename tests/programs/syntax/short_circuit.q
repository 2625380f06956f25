%! features: F025
function y = noisy(x)
    print "called with ", x
    y = x
end
if 0 && noisy(1)
    print "never"
end
if 1 || noisy(2)
    print "short"
end
% => short
if 1 && noisy(3)
    print "both"
end
% => called with 3
% => both
