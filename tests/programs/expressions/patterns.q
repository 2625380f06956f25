%! features: F239
%! structure: kernel 4, launch 8
%! loop: 13 launched at 3 places
%! loop: 15 launched at 3 places
%! loop: 18 launched at 2 places
%! loop: 21 launched at 2 places
%! loop: 28 launched at 3 places
%! loop: 32 kernel main$loop32
%! loop: 34 launched at 2 places
% Equal patterns share one kernel, whatever the arrays are called and whatever numbers stand in them: a number that differs is then
% a parameter, as T is in opt1(A,X,Y,T) = A.*X+Y+T. Another pattern has a kernel of its own. What is printed between them keeps fusion from making one of several.
function [P, Q] = twice(a : mat, b : mat, c : mat)
    P = a.*b + c + 4
    print P[0,0]
    Q = b.*c + a + 4
end
function [] = main(n : int = 60)
    x = 2*ones(n, n)
    print x[3,3]
    % => 2
    y = 3*ones(n, n)
    print y[3,3]
    % => 3
    % => 11
    [p, q] = twice(x, y, ones(n, n))
    print q[1,1]
    % => 9
    r = p.*q + x + 5
    print r[2,2]
    % => 106
    % Not the same: the product stands last.
    s = 4 + y + x.*y
    % p = 6+1+4 = 11, q = 3+2+4 = 9, r = 99+2+5 = 106, s = 4+3+6 = 13; the largest differences are 95 and 4.
    print p[1,2], " ", q[0,0], " ", r[n-1,n-1], " ", s[5,5], " ", max(abs(r - p))
    % => 11 9 106 13 95
    print max(abs(s - q))
    % => 4
end
