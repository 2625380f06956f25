% Vectors have defaults, which read earlier parameters; what is left over may be nothing.
%! args: 2
function [] = main(n : int, corner : vec2 = [n, 0.5], weights = [1,2,1], ...files)
    print corner, weights, size(weights), numel(files)
end
% => [2,0.5][1,2,1][1,3]0
