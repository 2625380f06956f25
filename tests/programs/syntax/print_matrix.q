%! features: F031
% A line per row, the brackets nested.
print [[1,2],[3,4]]
% => [[1,2],
% =>  [3,4]]
print transpose([1,2])
% => [[1],
% =>  [2]]
