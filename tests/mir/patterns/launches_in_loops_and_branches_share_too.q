%! test opt parallel,patterns
% Wherever a launch stands it gets the kernel of the first one, with its own number. What comes behind the kernels that are gone
% moves up: the third expression is launched as itself.
% check: launch $k [...4.0
% check: for
% check: launch $k [...5.0
% check: if
% check: launch $k [...6.0
% check: launch $other [
% count 2: from expression

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    z = ones(n)
    y[1] = 2
    z[2] = 3
    p = x.*y + 4
    print p
    {!serial for}
    for i = 0..2
        p = y.*z + 5
        print p
        if i > 0
            p = z.*x + 6
            print p
            p = sqrt(p + i)
            print p
        end
    end
end
