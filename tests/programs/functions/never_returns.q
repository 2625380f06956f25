%! raises: fourth line 18
% A call of a function that always raises an error: what stands in front of it happens, what would be done with its value
% does not matter, and what follows is not reached.
function y = said(text)
    print text
    y = 1
end
function y = first(n)
    error "first"
end
function m : mat = second(n)
    error "second"
end
function [] = third(n)
    error "third ", n
end
function f : [mat->mat] = fourth(n)
    error "fourth"
end
function [] = main()
    try
        print said("in front"), first(1)[3,4].x
        % => in front
    catch ex
        print "caught: ", ex
        % => caught: first
    end
    try
        x = said("before") + sum(second(1)[0,1])
        % => before
        print x
    catch ex
        print "caught: ", ex
        % => caught: second
    end
    k = 1
    if k == said("one")
        % => one
        y = 5
    else
        third(k)
    end
    print y
    % => 5
    z = fourth(said("last"))(ones(2,2))
    % => last
    print z[0,0], size(z)
end
