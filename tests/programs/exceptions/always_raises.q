% A function that always raises has an output all the same: nobody ever sees it.
function y = missing(x)
    error("not written yet: ", x)
    y = 2*x
end
function y = abstract(x)
    error("to be defined")
end
function y = twice(x)
    y = missing(x) + 1
end
try
    print twice(3)
catch ex
    print ex
end
% => not written yet: 3
try
    print abstract("a")
catch ex
    print ex
end
% => to be defined
