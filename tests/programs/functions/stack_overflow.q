%! features: F154
%! stderr: the stack is used up
%! exit: 1
function y = forever(n : int)
    y = 1 + forever(n+1)
end
print forever(0)
