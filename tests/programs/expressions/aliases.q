%! emits: mir array_reuse(
% What an expression reads may be what it is stored to: the meaning is that all of it is read before anything is stored.
function x = numbers(n : int)
    x = 0..n-1
    x = 1.0*x
end
function [] = shift(n : int)
    x = numbers(n)
    x[1..n-1] = x[0..n-2] + 1
    % Every element is the old one before it and 1: i-1+1, and the first stays.
    print x[0], " ", x[1], " ", x[9], " ", sum(x)
end
function [] = backwards(n : int)
    x = numbers(n)
    x = x[n-1..-1..0] + x
    print min(x), " ", max(x)
    % With elements that differ: 2i + (n-1-i) = n-1+i.
    x = numbers(n)
    x = x[n-1..-1..0] + 2*x
    print x[0], " ", x[1], " ", x[n-1]
end
function [] = transposed(n : int)
    a = zeros(n, n)
    {!serial for}
    for i = 0..n-1
        a[i,:] = 100*i
        a[i,i] = 7
    end
    a = transpose(a) + a
    print a[0,0], " ", a[1,2], " ", a[n-1,0]
end
function [] = updates(n : int)
    x = numbers(n)
    y = x
    x = 2*x + 1
    % y has the old array.
    print y[3], " ", x[3]
    for k = 0..2
        old = x
        x = x + 1
        print old[3], x[3]
    end
    x += x[n-1..-1..0]
    % 2i+4 + 2(n-1-i)+4.
    print x[0], " ", x[n-1]
end
function [] = half_changed(n : int)
    x = numbers(n)
    for k = 1..3
        x = x[n-1] + x
    end
    % The last element doubles: 2999, 5998, 11996, 23992; the first gets the first three added.
    print x[0], " ", x[n-1]
end
function [] = by_a_slice(n : int)
    x = numbers(n)
    t = 2*x[0..n-2]
    x[5] = 100
    u = t + x[1..n-1]
    % t was read before x changed: 2*4 + 100, 2*5 + 6.
    print u[4], " ", u[5]
end
function [] = main(n : int = 3000)
    shift(n)
    % => 0 1 9 4498500
    backwards(n)
    % => 2999 2999
    % => 2999 3000 5998
    transposed(60)
    % => 14 300 5900
    updates(n)
    % => 3 7
    % => 78
    % => 89
    % => 910
    % => 6006 6006
    half_changed(n)
    % => 20993 23992
    by_a_slice(n)
    % => 108 16
end
