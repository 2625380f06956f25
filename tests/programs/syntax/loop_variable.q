%! features: F017
% Changing the loop variable does not change the iteration.
steps = 0
for k = 0..3
    k = 10
    steps += 1
end
print steps
% => 4
for i = 0..1
    for j = i..1
        print i, j
    end
end
% => 00
% => 01
% => 11
