%! features: F261
function [total, product, largest, smallest] = reduce(x)
    total = 0
    product = 1.0
    largest = -1000.0
    smallest = 1000.0
    for k = 0..numel(x)-1
        total += 1
        product *= x[k]
        largest ^^= x[k]
        smallest __= x[k]
    end
end
[n, p, a, b] = reduce([2.0,0.5,8.0,-1.0])
print n, " ", p, " ", a, " ", b
% => 4 -8 8 -1
