%! raises: size line 4
% The length of a range counts, not that of the value: one place does not take two elements.
function [] = store(z, i)
    z[i..1] = [7,8]
end
z = zeros(4)
store(z, 0)
print z
% => [7,8,0,0]
store(z, 1)
