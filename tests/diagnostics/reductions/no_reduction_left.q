reduction (f, x : scalar) -> argmin(f, x) = solve(diff(f, x) = 0, x) %~ W0602 `solve` %~ W0602 `diff`
symbolic x : scalar
print argmin((x-2)^2, x) %~ E0602 Line 3: Symbolic operation failed - no reductions available for 'argmin((x-2)^2, x)'
%! features: F165
% The message names the line and the expression as it was before any reduction. (The rule's own warnings are about what it leads to.)
