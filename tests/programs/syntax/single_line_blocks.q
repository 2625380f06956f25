for k=0..3 print k end
% => 0
% => 1
% => 2
% => 3
if 1 print "yes" else print "no" end
% => yes
