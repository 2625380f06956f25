% erfinv and erfcinv undo erf and erfc, also far out, where erf is 1 in every precision.
worst = 0.0
for k = 0..99
    x = -3 + 0.06*k
    worst = max(worst, abs(erfcinv(erfc(x)) - x))
end
print worst < 3e-3
% => 1
print erfinv(0.0), erfcinv(1.0), " ", erfinv(1.0), erfinv(-1.0), erfcinv(0.0), erfcinv(2.0)
% => 00 inf-infinf-inf
print isnan(erfinv(1.5)), isnan(erfcinv(-0.1)), isnan(erfcinv(2.1))
% => 111
% SciPy: erfinv(0.5) = 0.4769362762044699, erfcinv(1e-20) = 6.601580622355143.
print abs(erfinv(0.5) - 0.47693628) < 1e-7, abs(erfcinv(1e-20) - 6.6015806) < 1e-6
% => 11
function [] = __kernel__ inside(y : vec, pos : int)
    y[pos] = erfinv(pos/4) - erfcinv(1 - pos/4)
end
y = zeros(4)
parallel_do(4, y, inside)
print max(abs(y)) < 1e-6
% => 1
