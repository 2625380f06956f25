%! loop: 9 `counts` is combined by add
%! loop: 23 `balance` is combined by add
% Small arrays live in variables, one for each element. What is added to an element whose place only running tells is added to one of them,
% so that such loops are sums like any other: the text of k-means with all in one loop.
function total = places(x : vec, rounds : int)
    total = zeros(4)
    for r = 1..rounds
        counts = vec[int](4)
        for i = 0..numel(x)-1
            best = int(4*x[i])
            counts[best] += 1
        end
        for k = 0..3
            total[k] = total[k]/2 + counts[k]
        end
    end
end
function total = sums(x : vec)
    total = zeros(2, 3)
    for r = 1..2
        weights = zeros(3)
        balance = zeros(3)
        for i = 0..numel(x)-1
            weights[mod(i, 3)] += x[i]
            balance[mod(i, 3)] -= 2*x[i]
        end
        for k = 0..2
            total[0,k] = total[0,k]/2 + weights[k]
            total[1,k] = total[1,k]/2 + balance[k]
        end
    end
end
% Elements that nothing is added to keep the sign of their zero.
function y = signs(places : vec, zero : scalar)
    y = zeros(2)
    for r = 1..2
        z : vec(3) = [-zero, -zero, -zero]
        for i = 0..numel(places)-1
            z[int(places[i])] += zero
        end
        for i = 0..numel(places)-1
            z[int(places[i])] -= zero
        end
        y = [1/z[0], 1/z[1]]
    end
end
% Outside of the array nothing is added where that is allowed.
function y = beyond(n : int)
    y = zeros(8)
    for r = 1..2
        c : vec(4)'safe = zeros(4)
        for i = 0..n-1
            c[i-2] += 1
        end
        m : vec(4)'circular = zeros(4)
        for i = 0..n-1
            m[3*i-8] += i
        end
        y = [c[0], c[1], c[2], c[3], m[0], m[1], m[2], m[3]]
    end
end
% An element's new value is that of the update.
function s = values(x : vec)
    s = 0
    for r = 1..2
        c = zeros(2)
        for i = 0..numel(x)-1
            s += (c[int(x[i])] += 1)
        end
    end
end
% Whole numbers that a fraction is added to are rounded each time; complex numbers.
function [k, z] = kinds(x : vec, fraction : scalar)
    k = vec[int](2)
    z = complex(zeros(2))
    for r = 1..2
        k = vec[int](2)
        z = complex(zeros(2))
        for i = 0..numel(x)-1
            k[int(x[i])] += fraction
            z[int(x[i])] += complex(i, 1)
        end
    end
end
function [] = main(n : int = 1000)
    x = zeros(n)
    for i = 0..n-1
        x[i] = mod(7*i, n)/n
    end
    print places(x, 3)
    % => [437.5,437.5,437.5,437.5]
    print sums(floor(8*x))
    % => [[1756.5,1743,1750.5],
    % =>  [-3513,-3486,-3501]]
    print signs([0,2,2], 0.0)
    % => [inf,-inf]
    print beyond(9)
    % => [1,1,1,1,12,10,8,6]
    print values([0,1,1,0,0])
    % => 18
    [k, z] = kinds([0,1,1,0], 1.5)
    print k
    % => [2,2]
    print z
    % => [3+2i,3+2i]
    try
        print places(1.2*x, 1)
    catch ex
        print ex
        % => index 4 of 'counts' is outside its 4 elements
    end
end
