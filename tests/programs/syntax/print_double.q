%! features: F031 F328
%! flags: --precision=double
print 0.1, " ", 1/3
% => 0.1 0.3333333333333333
print 16777216. + 1
% => 16777217
