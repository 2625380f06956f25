% A vector that kernels change and read between the appends: on a GPU its newest elements are there.
function [] = __kernel__ raise(x : vec'unchecked, by : scalar, pos : int)
    x[pos] += by
end
x = zeros(5000)
y = x
for r = 1..6
    parallel_do(numel(x), x, r, raise)
    x = append(x, 100*r)
end
% Each of the 5000 zeros was raised by 1 to 6, which are 21, but the vector that y has by 1 alone. What was appended in round r is 100*r, and was
% raised by the numbers behind r: 2100 and 20 + 18 + 15 + 11 + 6.
print numel(x), " ", sum(x), " ", x[5000..5005]
% => 5006 107170 [120,218,315,411,506,600]
print numel(y), " ", sum(y)
% => 5000 5000

total = 0.0
list = []
for r = 0..2999
    list = append(list, mod(r, 2))
    if mod(r, 1000) == 999
        s = 0.0
        for k = 0..numel(list)-1
            s += list[k]
        end
        total += s
        for k = 0..numel(list)-1
            list[k] = 2*list[k]
        end
    end
end
% 500; then twice 500 and 500 new ones, 1500; then 2000 + 1000 + 500. Behind the last doubling 2*3500.
print total, " ", sum(list)
% => 5500 7000

% Rows that a kernel fills become one long vector.
all = []
for r = 1..3
    row = zeros(4)
    parallel_do(4, row, r, raise)
    all = append(all, row)
end
print all
% => [1,1,1,1,2,2,2,2,3,3,3,3]
