%! exit: 2
%! stderr: a command is missing; the commands are resize, show
%! run: native (the command line belongs to the executable)
function [] = resize(width : int)
    {!command}
    print width
end
function [] = show()
    {!command}
    print "show"
end
