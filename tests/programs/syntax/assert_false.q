% One part of a feature of the inventory.
%! raises: even number expected line 4
function y = half(n : int)
    assert(mod(n,2) == 0, "even number expected")
    y = int(n/2)
end
function [] = main(n : int = 7)
    print half(n)
end
