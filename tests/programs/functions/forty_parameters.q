%! features: F039
% Forty arguments of several types: more than are passed one by one. One of them is changed, two are arrays, of which one is changed as well;
% the function calls itself, and an error within it is caught by who called it.
function [s, t] = weighted(depth : int, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, x, y)
    a7 = a7 + depth
    y[0] = y[0] + depth
    s = 0.0
    s += 1*a0
    s += 2*a1
    s += 3*a2
    s += 4*a3
    s += 5*a4
    s += 6*a5
    s += 7*a6
    s += 8*a7
    s += 9*a8
    s += 10*a9
    s += 11*a10
    s += 12*a11
    s += 13*a12
    s += 14*a13
    s += 15*a14
    s += 16*a15
    s += 17*a16
    s += 18*a17
    s += 19*a18
    s += 20*a19
    s += 21*a20
    s += 22*a21
    s += 23*a22
    s += 24*a23
    s += 25*a24
    s += 26*a25
    s += 27*a26
    s += 28*a27
    s += 29*a28
    s += 30*a29
    s += 31*a30
    s += 32*a31
    s += 33*a32
    s += 34*a33
    s += 35*a34
    s += 36*a35
    s += 37*a36
    s += 38*a37
    s += 39*a38
    s += 40*a39
    t = x[0] + y[0]
    if depth > 0
        [u, v] = weighted(depth - 1, a39, a38, a37, a36, a35, a34, a33, a32, a31, a30, a29, a28, a27, a26, a25, a24, a23, a22, a21, a20, a19, a18, a17, a16, a15, a14, a13, a12, a11, a10, a9, a8, a7, a6, a5, a4, a3, a2, a1, a0, x, y)
        s += u
        t += 100*v
    end
    if depth > 5
        error("too deep: ", a39)
    end
end
x = [10.0,20.0]
y = [1.0]
[s, t] = weighted(2, 0.0, 1, 2.0, 1, 4.0, 0, 1.0, 2, 3.0, 4, 0.0, 1, 2.0, 3, 4.0, 0, 1.0, 2, 3.0, 4, 0.0, 1, 2.0, 3, 4.0, 0, 1.0, 2, 3.0, 4, 0.0, 1, 2.0, 3, 4.0, 0, 1.0, 2, 3.0, 4, x, y)
% The weights are 1 to 40, and the arguments stand the other way round in the second call; the array is the same in all of them.
% => 5049 141413 4
print s, " ", t, " ", y[0]
try
    [s, t] = weighted(6, 0.0, 1, 2.0, 1, 4.0, 0, 1.0, 2, 3.0, 4, 0.0, 1, 2.0, 3, 4.0, 0, 1.0, 2, 3.0, 4, 0.0, 1, 2.0, 3, 4.0, 0, 1.0, 2, 3.0, 4, 0.0, 1, 2.0, 3, 4.0, 0, 1.0, 2, 3.0, 4, x, y)
catch
    % => caught
    print "caught"
end
