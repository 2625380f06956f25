% A variable that is assigned in the loop keeps its last value.
last = -1
x = [4.0,5.0,6.0]
for k = 0..2
    last = x[k]
end
print last
% => 6
