% Top-level variables can be read within functions.
scale : scalar = 0.5
offset = 3
function y = apply(x)
    y = scale*x + offset
end
print apply(4)
% => 5
