%! features: F154
%! stderr: stack overflow
%! exit: 1
function y = forever(n : int)
    y = 1 + forever(n+1)
end
print forever(0)
%! pending: bug: endless recursion ends without a word
