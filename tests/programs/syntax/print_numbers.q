%! features: F031
% Shortest decimal that reads back equal at single precision.
print 0.1, " ", 1/3, " ", 100.0, " ", 1e-4, " ", 1e-5
% => 0.1 0.33333334 100 0.0001 1e-05
print -0.0
% => -0
print 1/0, " ", -1/0
% => inf -inf
print 0/0
% => nan
print 123456.0, " ", 0.015625
% => 123456 0.015625
print 1e16
% => 1e+16
print 1e15
% => 1000000000000000
print [0.5,1,-2.25]
% => [0.5,1,-2.25]
