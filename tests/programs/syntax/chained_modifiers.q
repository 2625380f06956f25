%! features: F038
% The order of modifiers does not matter; blanks are allowed.
function y = first(x : mat'const'mirror)
    y = x[-1,-1]
end
function y = last(x : mat'mirror'const)
    y = x[2,2]
end
A = [[1.0,2.0],[3.0,4.0]]
print first(A), " ", last(A)
% => 1 4
c : vec' clamped'const = [5.0,6.0]
print c[9]
% => 6
