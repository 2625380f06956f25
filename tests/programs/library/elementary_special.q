% One part of a feature of the inventory.
inf = 1/0
nan = 0/0
print exp(inf), " ", exp(-inf), " ", log(0.0), " ", sqrt(inf)
% => inf 0 -inf inf
print isnan(log(-1.0)), isnan(sqrt(-1.0)), isnan(sin(inf)), isnan(nan + 1)
% => 1111
print isinf(-inf), isinf(3.0), isfinite(2.0), isfinite(nan), isfinite(3)
% => 10101
print abs(-0.0), " ", floor(-0.0), " ", sqrt(-0.0)
% => 0 -0 -0
print floor(inf), " ", ceil(-inf), " ", abs(-inf)
% => inf -inf inf
