% A function that nobody calls is parsed and resolved; its type errors are warnings at most.
function y = unused(x)
    y = "text"/2
end
print 1
% => 1
