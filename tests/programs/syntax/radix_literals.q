%! features: F004
% 1011b = 11, 17o = 15, 0FFh = 255, and the prefixed forms.
print 1011b, " ", 17o, " ", 0FFh
% => 11 15 255
print 0b1011, " ", 0o17, " ", 0xFF
% => 11 15 255
