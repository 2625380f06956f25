% One part of a feature of the inventory.
% The order of a float sum is fixed by the program, not by the threads: all engines print the same.
function y = harmonic(x)
    y = 0.0
    for k = 0..numel(x)-1
        y += x[k]
    end
end
x = zeros(1000)
for k = 0..999
    x[k] = 1/(k+1)
end
% H(1000) = 7.48547086
print abs(harmonic(x) - 7.4854709) < 0.0001
% => 1
