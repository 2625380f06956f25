x = zeros(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1) %~ E0314 17
print numel(x)
%! features: F066
