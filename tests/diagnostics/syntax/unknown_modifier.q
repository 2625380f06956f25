x : mat'mirrored = zeros(2,2) %~ E0110 mirrored
%! features: F038
