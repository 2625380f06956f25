%! features: F061
% What a cell holds is known when running: a value that is no function, or one with other parameters, is an error there.
function y = apply(f : [scalar -> scalar], x)
    y = f(x)
end
c = {x -> x + 1, (a, b) -> a + b, "text"}
for k = 0..2
    try
        print apply(c[k], 3)
    catch ex
        print ex
    end
end
% => 4
% => a function with 2 parameters where the type says 1
% => the argument for `f` is a `string`, not a function
