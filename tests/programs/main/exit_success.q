% An end without an error, from within a function, in front of what would be one.
function y = half(x : int)
    if mod(x, 2) == 1
        print "odd"
        exit(0)
    end
    y = x/2
end
print half(4)
% => 2
print half(3)
% => odd
error("not reached")
