%! exit: 2
%! stderr: input
%! run: native (the command line belongs to the executable)
function [] = main(input : string, sigma : scalar = 1.5)
    print input
end
