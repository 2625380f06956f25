%! features: F002
% The documents use # once as a trailing comment; #pragma is a directive.
x = 1 # note
# a whole line
print x + 1 # another
% => 2
#pragma loop_parallelizer off
print "#not a comment"
% => #not a comment
