%! args: rezise 3
%! exit: 2
%! stderr: there is no command 'rezise'; did you mean 'resize'?
%! run: native (the command line belongs to the executable)
print "not reached"
function [] = resize(width : int)
    {!command}
    print width
end
