%! features: F287
%! flags: --set=COMPILER_PERFORM_NAN_INF_CHECKS=True
% The error can be caught like any other; the message tells what it is about.
function y = inverse(x : scalar)
    y = 1/x
end
try
    print inverse(4)
    print inverse(0)
catch ex
    print ex
end
% => 0.25
% => the value of 'y' is not a finite number
c = complex(1.0, 2.0)
c = c * c
print c
% => -3+4i
