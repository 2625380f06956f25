%! features: F417
%! pending: sizeof
print sizeof(scalar), sizeof(int)
% => 44
