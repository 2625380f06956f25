%! features: F417
%! flags: --precision=double
print sizeof(scalar), sizeof(int), sizeof(cscalar)
% => 8416
