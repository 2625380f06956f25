% A builtin name that is assigned becomes a variable of that scope.
function y = total(v)
    sum = 0.0
    for k = 0..numel(v)-1
        sum += v[k]
    end
    y = sum
end
print total([1.0,2.0,3.5])
% => 6.5
print sum([1,2])
% => 3
