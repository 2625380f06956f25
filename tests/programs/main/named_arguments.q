%! args: in.png --count=7 --sigma=0.5
function [] = main(input : string, sigma : scalar = 1.5, count : int = 3)
    print input, " ", sigma, " ", count
end
% => in.png 0.5 7
