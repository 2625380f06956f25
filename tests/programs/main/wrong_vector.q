%! args: 1,2,3
%! exit: 2
%! stderr: the argument 'size' must be 2 whole numbers separated by commas, not '1,2,3'
%! run: native (the command line belongs to the executable)
function [] = main(size : ivec2)
    print size
end
