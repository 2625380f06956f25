% Several appends in an iteration, on branches, behind errors and beside other owners of the vector.
function y = pairs(n)
    y = []
    for k = 1..n
        y = append(y, k)
        y = append(y, -k)
        if mod(k, 3) == 0
            y = append(y, 0.5)
        end
    end
end
long = pairs(30000)
% Two for each of 30,000 numbers, and 10,000 halves.
print numel(long), " ", sum(long), " ", pairs(3)
% => 70000 5000 [1,-1,2,-2,3,-3,0.5]

% Each length stays with who took it.
function [] = kept(n : int)
    x = vec[int](0)
    first = x
    for k = 1..n
        x = append(x, k)
        second = x
        x = append(x, 10*k)
        if k == 2
            first = x
        end
        second[0] = -k
    end
    print first, " ", second, " ", x
end
kept(3)
% => [1,10,2,20] [-3,10,2,20,3] [1,10,2,20,3,30]

% Where the vector is read between the appends, it is as long as it was then.
function y = lengths(n : int)
    x = []
    y = []
    for k = 1..n
        before = numel(x)
        x = append(x, k)
        between = numel(x)
        x = append(x, before)
        y = append(y, 100*before + 10*between + numel(x))
    end
end
print lengths(3)
% => [12,234,456]

% What was appended before an error is there, what comes behind it is not.
function [] = stop(k)
    if k == 3
        error("stop")
    end
end
function y = until_error(n : int)
    y = []
    try
        for k = 1..n
            y = append(y, k)
            stop(k)
            y = append(y, -k)
        end
    catch
        y = append(y, 99)
    end
end
print until_error(5)
% => [1,-1,2,-2,3,99]

% Two variables take turns.
a = [1]
b = [2]
for k = 1..3
    c = append(a, k)
    a = append(b, k)
    b = c
end
print a, " ", b
% => [2,1,2,3] [1,1,2,3]
for k = 1..2
    [a, b] = [append(b, 7), append(a, 8)]
end
print a, " ", b
% => [2,1,2,3,8,7] [1,1,2,3,7,8]

% A jump leaves the loop between two appends.
function y = left(n : int)
    y = []
    for k = 1..n
        y = append(y, k)
        if k == 3
            break
        end
        if k == 1
            continue
        end
        y = append(y, -k)
    end
end
print left(9)
% => [1,2,-2,3]
function y = returned(n : int)
    y = []
    for k = 1..n
        y = append(y, k)
        if k == 2
            return
        end
        y = append(y, 0)
    end
end
print returned(9)
% => [1,0,2]

% Lists that a function gets and gives, and one that calls itself.
function y = digits(k : int, y)
    if k >= 10
        y = digits(int(k/10), y)
    end
    y = append(y, mod(k, 10))
end
start = vec[int](0)
print digits(9075, start), digits(12, [0]), numel(start)
% => [9,0,7,5][0,1,2]0
