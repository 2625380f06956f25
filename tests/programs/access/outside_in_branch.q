% An index outside of a size that the call has settled is an error only where the program comes to it.
function y = second_or(x : vec, n : int, other)
    y = other
    if n > 1
        y = x[7]
    end
end
function [] = set_far(x : vec, n : int)
    if n > 5
        x[9] = 1
    end
end
function [] = main(n : int = 1)
    print second_or([1.0,2.0,3.0], n, 4.5)
    % => 4.5
    x = [1.0,2.0,3.0]
    set_far(x, n)
    print x
    % => [1,2,3]
    try
        print second_or([1.0,2.0,3.0], n+1, 4.5)
    catch e
        print "outside"
    end
    % => outside
    m = zeros(2,2)
    try
        if n == 1
            m[2,0] = 1
        end
    catch e
        print "outside again"
    end
    % => outside again
end
