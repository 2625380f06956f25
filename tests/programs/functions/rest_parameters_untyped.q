%! features: F131
function [] = show(...args)
    for k = 0..numel(args)-1
        print args[k]
    end
end
show(1, "two", [3,4])
% => 1
% => two
% => [3,4]
