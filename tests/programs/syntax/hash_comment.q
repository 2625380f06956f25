%! features: F002
%! loop: 11 serial, as the source says
%! loop: 15 parallel
% The documents use # once as a trailing comment; #pragma is a directive.
x = 1 # note
# a whole line
print x + 1 # another
% => 2
y = zeros(5000)
#pragma loop_parallelizer off
for i = 0..4999 # serial
    y[i] = i
endfor
#pragma loop_parallelizer on
for i = 0..4999 # parallel
    y[i] += 1
endfor
print sum(y[0..3])
% => 10
print "#not a comment"
% => #not a comment
