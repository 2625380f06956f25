%! features: F183
%! pending: macros
macro [] = twice(op)
    op
    op
endmacro
function [] = hello()
    print "hello"
end
{!twice hello()}
% => hello
% => hello
