% One part of a feature of the inventory.
print abs(-2.5), " ", abs(-3), " ", abs([-1.0,2.0])
% => 2.5 3 [1,2]
print sqrt(16), " ", sqrt([4.0,9.0])
% => 4 [2,3]
print floor(2.7), " ", floor(-2.2), " ", ceil(2.1), " ", ceil(-2.9)
% => 2 -3 3 -2
print round(2.5), " ", round(-2.5), " ", round(2.4)
% => 3 -3 2
print frac(2.25), " ", frac(-0.25)
% => 0.25 0.75
print mod(5.5,2), " ", mod(-5.5,2)
% => 1.5 -1.5
print periodize(-1,4), " ", periodize(5,4)
% => 3 1
print int(3.9), " ", int([1.5,-1.5]), " ", float(3)/2
% => 3 [1,-1] 1.5
print sign(-4), sign(0), sign(7.5)
% => -101
print exp(0.0), " ", log(1.0), " ", sin(0.0), " ", cos(0.0), " ", tan(0.0)
% => 1 0 0 1 0
