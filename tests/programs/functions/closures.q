%! features: F145
gamma = 2
table = zeros(4)
for k = 0..3
    table[k] = k^gamma
end
lookup = x -> table[x] + gamma
print lookup(3)
% => 11
function [] = brighten(y)
    offset = 5
    function [] = __kernel__ k(pos : int)
        y[pos] = y[pos] + offset + table[pos]
    end
    parallel_do(numel(y), k)
end
y = zeros(4)
brighten(y)
print y
% => [5,6,9,14]
