% After an error the variables have the values that they had when it happened.
x = 1
y = [1,2]
try
    x = 2.5
    y = [4,5,6]
    error "now"
    x = 7
    y = [8]
catch
    print x, " ", y
end
print x, " ", numel(y)
% => 2.5 [4,5,6]
% => 2.5 3
% The type of a variable may change within the block.
function [] = change(n : int)
    v = [n, 1]
    m = 1
    try
        m = m + n
        v = v / 2
        v = [v[0], v[1], 1]
        m = v[n] / 4
        v = v + m
        error "end"
    catch ex
        print v, " ", m, " ", ex
    end
end
change(1)
change(5)
% n=1: m=2, then v = [0.5,0.5,1], m = v[1]/4 = 0.125
% => [0.625,0.625,1.125] 0.125 end
% n=5: m=6, v = [2.5,0.5,1], v[5] is outside
% => [2.5,0.5,1] 6 index 5 of 'v' is outside its 3 elements
% Within the block a variable may take types that no variable could hold at once, as long as the handler does not ask.
t = 2
try
    u = t + 1
    t = "text"
    print t, u
    error "no"
catch ex
    print ex
end
% => text3
% => no
% Assignments in branches and loops of the block count one by one.
total = 0
try
    for i = 0..9
        if mod(i, 2) == 0
            total += i
        else
            last = i
        end
        if i == 7
            error "seven"
        end
    end
catch
    print total, " ", last
end
% 0+2+4+6
% => 12 7
% Inner assignments are seen by the handler of the outer block.
a = "start"
try
    a = "outer"
    try
        a = "inner"
        error "x"
    catch
        a = a + " handled"
        error "y"
    end
catch ex
    print a, ", ", ex
end
% => inner handled, y
% What a loop leaves in a variable is there after an error, although the code behind the error would have set it anew.
function y = last_value(n : int)
    found = vec[int](3)
    y = -1
    try
        for i = 0..n
            y = 2*i
        end
        print found[3 + n]
        y = 100
    catch ex
        y += 1
    end
end
function y = outer_handler(n : int)
    found = vec[int](3)
    y = -1
    try
        try
            for i = 0..n
                y = 3*i
            end
            y += found[3 + n]
            y = 100
        catch ex
            error "again"
            y = 200
        end
        y = 300
    end
end
print last_value(4), " ", outer_handler(5)
% => 9 15
% Functions know whether a variable of the script has a value.
function y = three_times(n : int)
    try
        for k = 0..n
            y = 3*reached
        end
    end
end
p1 = 1
p2 = 2
try
    for reached = 0..9
        last_reached = reached
    end
end
print three_times(5), " ", p1 + p2
% => 27 3
function y = of_unreached()
    y = unreached + 1
end
try
    for round = 0..p1-2
        unreached = 4
    end
end
try
    print of_unreached()
catch ex
    print ex.message
end
% => the variable 'unreached' has no value here
% An array that no path gives a value, in an expression that becomes a kernel.
function y = pick(n : int)
    if n > 0
        y = "text"
    elseif n == 0
    elseif n == 0
        y = [1,2,3]
    end
end
try
    picked = pick(0)
    print sum(picked), " ", 2*picked
catch ex
    print ex.message
end
% => the output 'y' of 'pick' has no value here
% Loops that are long enough to run in parallel, too: totals and counts are those of the rounds before the error.
function [] = totals(n : int, x : vec)
    s = 0.0
    c = 0
    last = -1
    try
        for i = 0..n
            x[i] += 1
            s += x[i]
            c += 1
            last = i
        end
    catch ex
        print ex
    end
    print s, " ", c, " ", last
    s = 5
    try
        for i = 0..n-1
            if i == 1000
                error "thousand"
            end
            s += x[i]
        end
    catch ex
        print ex
    end
    print s
    y : vec'checked = x
    try
        for i = 0..n+2
            s -= y[i]
        end
    catch
        print s
    end
    m = reshape(x, [100, n/100])
    s = 0
    try
        for i = 0..100
            for j = 0..n/100-1
                m[i,j] += 1
                s += m[i,j]
            end
        end
    catch
        print s
    end
    % What cannot fail is parallel within a block, too.
    s = 0
    try
        for i = 0..n-1
            s += x[i]
        end
    end
    print s
end
totals(5000, ones(5000))
% => index 5000 of 'x' is outside its 5000 elements
% 5000 elements of 1 + 1
% => 10000 5000 4999
% => thousand
% => 2005
% 2005 - 5000*2
% => -7995
% 5000 elements of 2 + 1
% => 15000
% => 10000
%! loop: 168 serial
%! loop: 213 parallel
%! warns: Parallelization not possible because variable is not locally defined line 168
%! warns: Parallelization not possible because variable is not locally defined line 180
%! warns: Parallelization not possible because variable is not locally defined line 192
%! warns: Parallelization not possible because variable is not locally defined line 201
