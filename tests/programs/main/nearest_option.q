%! args: in.png --sgima=2
%! exit: 2
%! stderr: unknown option --sgima; did you mean --sigma?
%! run: native (the command line belongs to the executable)
function [] = main(input : string, sigma : scalar = 1.5)
    print input
end
