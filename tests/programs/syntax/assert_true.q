% One part of a feature of the inventory.
function y = half(n : int)
    assert(mod(n,2) == 0, "even number expected")
    y = int(n/2)
end
print half(10)
% => 5
assert(size(zeros(2,3)) == [2,3])
print "fine"
% => fine
