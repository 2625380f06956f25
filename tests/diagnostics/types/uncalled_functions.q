% Nothing calls these functions: the program works, and what a call of them would report is told as a warning.
function y = misspelt(x)
    y = undefined_thing(x) %~ W0405 unknown function `undefined_thing`
end
function y = one_each(x : scalar)
    y = first_unknown + second_unknown %~ W0405 unknown name `first_unknown`
end
function y = of_unknown_type(x : matt) %~ W0405 there is no type `matt`
    y = x[0,0]
end
function [] = __kernel__ smooth(x : mat, pos : ivec2)
    x[pos] = averge(x[pos]) %~ W0405 unknown function `averge`
end
function y = outside(x : vec3)
    y = x[3] %~ W0405 Index out-of-bounds: 3 of 3
end
function y = calls_another(x : scalar)
    y = only_called_there(x)
end
function y = only_called_there(x)
    y = x.field %~ W0405
end

% Without types a call may bring any values, so nothing but names can be wrong.
function y = open(x, f, pos)
    y = f(x[pos]) + sum(x[:,0]) + x.field
    for i = 0..size(x,0)-1
        y += x[i,f]*f(i)
    end
end
function y = generic[T](x : T)
    y = x.anything
end
function y = applied(x : mat, f : [scalar -> scalar])
    y = f(x[0,0])
end
function y = called(x)
    y = x + 1
end
print called(1)
