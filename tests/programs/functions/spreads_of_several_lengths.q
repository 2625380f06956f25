% A vector of unknown length is for the parameters that the other arguments leave, whatever these are spread from.
function [] = g(a, b, c, d)
    print a, b, c, d
end
v = find([1,1])[:,1]
% => 0178
g(...v, ...[7,8])
% => 7801
g(...[7,8], ...v)
% => 5016
g(5, ...v, 6)
% => 5018
g(5, ...v, d := 8)
