%! features: F159
%! pending: reductions
reduction (a, b, c) -> a*b + c = fmad(a, b, c)
function y = fmad(a, b, c)
    print "fmad"
    y = a*b + c
end
x = 2
print x*3 + 1
% => fmad
% => 7
