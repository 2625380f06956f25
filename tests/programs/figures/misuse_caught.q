%! stderr: figure 1: figure-1.svg
% Errors of figures can be caught, and leave the figure as it was.
plot([1,2])
try
    plot([1,2,3], [1,2])
catch ex
    print "caught"
end
title("a")
print exists("figure-1.svg"), exists("figure-2.svg")
% => caught
% => 10
