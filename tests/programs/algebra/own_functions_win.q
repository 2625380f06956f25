% Functions and variables of the program have these names as they like.
function y = lsolve(a : mat, b : vec)
    y = 2*b
end
function y = inv(x : scalar)
    y = 1/x
end
rank = 3
trace = [1,2]
det = rank + trace[1]
print lsolve(eye(2), [1.0,2]), inv(4.0), det
% => [2,4]0.255
