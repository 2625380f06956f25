function [mean_value, lowest, highest] = stats(v)
    mean_value = sum(v)/numel(v)
    lowest = min(v)
    highest = max(v)
end
[m, a, b] = stats([4.0,1.0,7.0])
print m, " ", a, " ", b
% => 4 1 7
[m2, a2] = stats([2.0,6.0])
print m2, " ", a2
% => 4 2
print stats([3.0,5.0])
% => 4
