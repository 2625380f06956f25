% A function of the program takes the place of one of the library that is there without an import.
function y = trapz(y0)
    y = -1
end
print unique([3,1,3]), " ", trapz([1,2,3])
% => [1,3] -1
