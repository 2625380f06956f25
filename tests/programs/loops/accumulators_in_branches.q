% A variable that one iteration changes several times, some of them under conditions, is an accumulator as long as each change is of the same
% operation and nobody sees it in between.
%! loop: 13 parallel
%! loop: 25 parallel
%! loop: 44 parallel
%! loop: 61 serial
%! loop: 73 serial
%! loop: 85 serial
%! tolerance: 1e-6
function [y, s] = before_and_in_a_branch(x : vec)
    y = zeros(numel(x))
    s = 0.0
    for n = 0..numel(x)-1
        s += x[n]
        if x[n] > 3
            s += 2*x[n]
        end
        y[n] = 2*x[n]
    end
end
% Loops inside may come in between.
function [y, s] = in_both_branches(x : vec)
    y = zeros(numel(x))
    s = 0
    for n = 0..numel(x)-1
        s += 1
        if x[n] > 3
            s += 10
            for k = 0..2
                s += k
            end
        else
            s -= 100
            if x[n] > 1
                s += 5
            end
        end
        y[n] = x[n] + 1
    end
end
function [y, s] = branches_of_branches(x : vec)
    y = zeros(numel(x))
    s = 7.0
    for n = 0..numel(x)-1
        s += 1
        if x[n] > 1
            s += 2
            if x[n] > 3
                s += 4
            end
            s -= 8
        end
        s += 16
        y[n] = x[n]
    end
end
% A product of what was there is no sum.
function [y, s] = of_two_operations(x : vec)
    y = zeros(numel(x))
    s = 1.0
    for n = 0..numel(x)-1
        s += x[n]
        if x[n] > 3
            s *= 2
        end
        y[n] = x[n]
    end
end
% Another variable sees it.
function [y, s] = seen(x : vec)
    y = zeros(numel(x))
    s = 0.0
    for n = 0..numel(x)-1
        s += x[n]
        if x[n] > 3
            s += 2*x[n]
            y[n] = s
        end
    end
end
% The condition sees it.
function [y, s] = asked(x : vec)
    y = zeros(numel(x))
    s = 0.0
    for n = 0..numel(x)-1
        s += x[n]
        if s > 30
            s += 2*x[n]
        end
        y[n] = x[n]
    end
end
function [] = main(n : int = 5000)
    x = zeros(n)
    for k = 0..n-1
        x[k] = mod(7*k, 6)
    end
    [y, s] = before_and_in_a_branch(x)
    print s, " ", sum(y)
    [y, s] = in_both_branches(x)
    print s, " ", sum(y)
    [y, s] = branches_of_branches(x)
    print s, " ", sum(y)
    small = x[0..19]
    [y, s] = of_two_operations(small)
    print s, " ", sum(y)
    [y, s] = seen(small)
    print s, " ", sum(y)
    [y, s] = asked(small)
    print s, " ", sum(y)
end
% => 27490 24992
% => -298412 17496
% => 71679 12496
% => 1115 46
% => 100 351
% => 78 46
