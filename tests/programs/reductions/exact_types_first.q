%! features: F167 F169
%! reduction: Applied reduction which([1.0, 2]) -> 2
%! reduction: Applied reduction which(ones(2, 2)) -> 1
%! reduction: Applied reduction which(2) -> 4
%! reduction: Applied reduction which(2.5) -> 3
%! reduction: Result after 4 reductions: print(2, 1, 4, 3)
% A vector is a matrix, an int is a scalar; the exact type goes first whatever the order of the rules. Overloaded functions with
% the same types choose alike.
reduction (x : mat) -> which(x) = 1
reduction (x : vec) -> which(x) = 2
reduction (x : scalar) -> which(x) = 3
reduction (x : int) -> which(x) = 4
print which([1.0,2]), which(ones(2,2)), which(2), which(2.5)
% => 2143
function y = chosen(x : mat)
    y = 1
end
function y = chosen(x : vec)
    y = 2
end
function y = chosen(x : scalar)
    y = 3
end
function y = chosen(x : int)
    y = 4
end
print chosen([1.0,2]), chosen(ones(2,2)), chosen(2), chosen(2.5)
% => 2143
