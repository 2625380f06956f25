% How many values a range with a step has, where its ends are the same variable but for a number: steps of 2 and of -1, whole and not, and
% ranges without values.
function [] = f(x : vec, z : int, step : int)
    print x[z+3..-1..z]
    % => [5,4,3,2]
    y = zeros(3)
    y[0..2] = x[z..2..z+4]
    print y
    % => [2,4,6]
    print x[z..2..z+5], " ", x[z+5..-3..z-1]
    % => [2,4,6] [7,4,1]
    print numel(x[z+1..z]), " ", numel(x[z..-1..z+1]), " ", numel(x[z..z])
    % => 0 0 1
    print x[2*z..step..2*z+4]
    % => [4,6,8]
    sums = zeros(2)
    for k = 0..1
        sums[k] = sum(x[k+2..-1..k]) + 100*sum(x[k..2..k+4])
    end
    print sums
    % => [603,906]
end
f(0..9, int(rand(1)[0]) + 2, 2)
