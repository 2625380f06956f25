% The message names the array that is held in place, as it does others; a single index counts its elements.
%! raises: index 5 of 'weights' is outside its 3 elements line 4
function y = pick(weights : vec3, n)
    y = weights[n]
end
n = numel(zeros(5))
print pick([1,2,3], n)
