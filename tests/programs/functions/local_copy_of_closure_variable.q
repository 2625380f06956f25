%! features: F147
a = 1
function y = f()
    a = a + 1
    y = a
end
print f()
% => 2
% The outer variable keeps its value.
print a
% => 1
% The listing of the manual (4.2), with its warning.
b = 1
function [] = __device__ accumulate(x : scalar)
b = b + x
endfunction
accumulate(4)
print b
% => 1
%! warns: this makes a new local variable `b` line 15
%! says: give the local variable another name
