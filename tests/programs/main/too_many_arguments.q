%! args: in.png 1 2 3
%! exit: 2
%! stderr: 2
%! run: native (the command line belongs to the executable)
function [] = main(input : string, sigma : scalar = 1.5)
    print input
end
