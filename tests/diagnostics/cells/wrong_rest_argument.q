%! features: F131
function [] = show(first, ...args : vec[string])
    print first, numel(args)
end
show(1, "a", "b")
show(1, "a", 2) %~ E0301 the argument for `...args` is a `int` where a `string` is needed
