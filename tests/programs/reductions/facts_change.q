% What decides a condition is forgotten where the variable may have changed: in loops, after branches and handlers.
reduction (x : scalar) -> abs(x) = x where x >= 0
reduction (x : scalar) -> abs(x) = -x where x < 0
x = 1.0
k = 0
while k < 4
    print abs(x)
    x = x - 1
    k = k + 1
end
% => 1
% => 0
% => 1
% => 2
y = 2.0
for i = 0..3
    print abs(y)
    y -= 1.5
end
% => 2
% => 0.5
% => 1
% => 2.5
z = 1.0
repeat
    print abs(z)
    z = z - 1
until z < -1
% => 1
% => 0
% => 1
function y = branched(a : scalar)
    assert(a > 0)
    if a > 5
        a = -3.0
    end
    y = abs(a)
end
print branched(6), " ", branched(2)
% => 3 2
w = 1.0
try
    w = -1.0
    error "x"
    w = 2.0
catch e
    print abs(w)
end
% => 1
[p, q] = [3.0, -4.0]
print abs(q)
% => 4
