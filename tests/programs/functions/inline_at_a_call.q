%! features: F249
% The call is replaced by the body; with a constant argument the results are constants.
function [x, y] = __device__ sincos(theta)
    [x, y] = [sin(theta), cos(theta)]
end
[a, b] = $inline(sincos)(0.3)
print a, " ", b
% => 0.29552022 0.9553365
lift = x -> x + 1
print $inline(lift)(2)
% => 3
function [] = main(t : scalar = 0.0)
    [a, b] = $inline(sincos)(t)
    print a, " ", b
    % => 0 1
end
%! emits: mir runtime print(; 0.29552022, " ", 0.9553365)
