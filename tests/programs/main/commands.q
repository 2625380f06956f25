% A program of several commands: the first argument names one, whose parameters the others are.
%! args: show-size 1,2,3 --unit mm a b
%! exit: 2
function code = resize(width : int, unit : string = "px")
    {!command}
    print "resize ", width, unit
    code = 1
end
function code = show_size(width : vec3, unit : string = "px", ...files)
    {!command}
    print prefix, width, unit, files
    code = numel(files)
end
function y = twice(x)
    y = 2*x
end
prefix = "size "
print "first ", twice(2)
% => first 4
% => size [1,2,3]mm["a","b"]
