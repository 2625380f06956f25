% One part of a feature of the inventory.
function y = count_above(x, t)
    y = 0
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            if x[i,j] > t
                y += 1
            end
        end
    end
end
x = zeros(20,30)
for i = 0..19
    for j = 0..29
        x[i,j] = i
    end
end
print count_above(x, 4.5)
% => 450
