% `...v` is the whole rest parameter also where another argument is of one of several types.
function [] = g(a, ...rest)
    print a, " ", numel(rest)
end
function u = pick(n)
    if n > 1
        u = 1
    else
        u = "text"
    end
end
v = find([1,1])[:,1]
% => 1 2
g(pick(numel(v)), ...v)
% => text 2
g(pick(1), ...v)
% => 3 2
g(a := 3, ...v)
