%! args: input.png out.png 2.5
function [] = main(input : string, output : string, sigma : scalar = 1.5, count : int = 3)
    print input, " ", output, " ", sigma, " ", count
end
% => input.png out.png 2.5 3
