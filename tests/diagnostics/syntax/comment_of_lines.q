% Comments of several lines, as MATLAB has them, would run.
%{
%~^ E0122 the lines from `%{` to `%}` are no comment
print "not meant to run"
%}
%{ one line alone, with words behind %}
print 1
%}
%{
print 2
