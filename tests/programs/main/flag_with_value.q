%! args: --verbose=loud
%! exit: 2
%! stderr: the option --verbose takes no value, but has 'loud'
%! run: native (the command line belongs to the executable)
function [] = main(verbose = false)
    print verbose
end
