% A function that nobody calls is parsed and resolved; its type errors are warnings at most.
%! pending: warnings about code that is not used
function y = unused(x)
    y = "text"/2 %~ W0302 string
end
print 1
