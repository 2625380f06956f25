%! features: F034
%! raises: even number expected line 4
function y = half(n : int)
    assert(mod(n,2) == 0, "even number expected")
    y = int(n/2)
end
print half(7)
