%! warns: variable is not locally defined line 36
% Where an error ends a loop, who catches it sees the variables of the iteration that failed, and what the iterations before it stored.
function [] = run(x : vec, limits : vec[int], n : int)
    last = -1
    total = 0
    try
        for i = 0..n-1
            last = i
            total += limits[i]
            x[limits[i]] = i
        end
        print "no error"
    catch ex
        print "error"
    end
    print last, " ", total
end
limits = vec[int](100)
for i = 0..99
    limits[i] = i
end
% The index 100 comes in iteration 60; the numbers before it are 0 to 59, of which the sum is 1770.
limits[60] = 100
x = zeros(100)
run(x, limits, 100)
% => error
% => 60 1870
print x[59], " ", x[61]
% => 59 0
run(x, limits, 60)
% => no error
% => 59 1770
function [] = alone(x : vec, n : int)
    last = -1
    try
        for i = 0..n-1
            last = 2*i
            x[i] = i
        end
    catch ex
        print "error"
    end
    print last
end
alone(zeros(50000), 80000)
% => error
% => 100000
alone(zeros(50000), 50000)
% => 99998
