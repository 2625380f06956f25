% The function of a pattern may be a variable of the rule, which stands for any function: here the outer of two calls goes.
function y = clip(x)
    print "clip ", x
    y = min(max(x, 0), 1)
end
reduction (f, x) -> f(f(x)) = f(x)
print clip(clip(3))
% => clip 3
% => 1
