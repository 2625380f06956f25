% A choice between two empty vectors is an empty vector.
function y = chosen(c)
    y = c > 0 ? [] : []
end
print numel(chosen(1)), numel(chosen(0))
% => 00
