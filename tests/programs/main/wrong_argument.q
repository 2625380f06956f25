%! args: in.png 2.x
%! exit: 2
%! stderr: sigma
%! stderr: 2.x
%! run: native (the command line belongs to the executable)
function [] = main(input : string, sigma : scalar = 1.5)
    print input
end
