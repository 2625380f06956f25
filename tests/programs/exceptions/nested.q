% Handlers: the innermost takes the error, and its own errors leave it.
try
    try
        error "inner"
    catch ex
        print "first ", ex
        error "from the handler"
    end
    print "not reached"
catch ex
    print "second ", ex
end
% => first inner
% => second from the handler
% An exception may be raised again; it keeps its message and its place.
try
    try
        error "original"
    catch ex
        error(ex)
    end
catch again
    print again, " ", again.line
end
% => original 18
% A handler does not see errors behind the block.
function y = twice(n : int)
    y = 0
    try
        y = 1
    catch
        y = 2
    end
    assert(n < 5, "behind")
end
try
    print twice(1)
    print twice(9)
catch ex
    print ex
end
% => 1
% => assertion failed: behind
% Without `catch` errors are dropped.
try
    error "dropped"
end
print "on"
% => on
% A handler in a function that an outer block calls.
function [] = safely(f : [() -> ()])
    try
        f()
    catch ex
        print "safely: ", ex
    end
end
safely(() -> error("in a lambda"))
% => safely: in a lambda
