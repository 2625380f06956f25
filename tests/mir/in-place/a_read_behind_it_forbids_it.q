%! test opt in-place
% z has the old elements, which the print needs.
% not: array_reuse

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    {!serial for}
    for i = 0..1
        z = 3.*x + y
    end
    print x
    print z
end
