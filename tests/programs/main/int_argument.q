%! args: 12x
%! exit: 2
%! stderr: 12x
%! run: native (the command line belongs to the executable)
function [] = main(n : int)
    print n
end
