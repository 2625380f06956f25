%! raises: more than an int can count line 4
% 2 times 2000000000 elements are more than 2^31 - 1, as constants and when running.
x = [1,2]
y = repmat(x, 2000000000)
print numel(y)
