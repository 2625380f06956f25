%! structure: launch 3
%! loop: 14 part of another expression
%! loop: 15 part of another expression
%! loop: 16 parallel
%! loop: 19 part of another expression
%! loop: 20 parallel
%! loop: 21 parallel
% What one other expression reads, and nobody else, is computed there, also when it has a name. t and u are never arrays, neither is
% d; m has two readers and stays one.
function [] = main(n : int = 70)
    x = repmat([1.0, 2.0], [n, n])
    y = repmat([4.0, 3.0], [n, n])
    a = 3
    t = a.*x
    u = t + y
    z = u + x.^2
    % x = 1: 3+4+1 = 8; x = 2: 6+3+4 = 13.
    print z[0,0], " ", z[3,1]
    d = x - y
    largest = max(abs(d))
    m = x + y
    print largest, " ", m[0,0], m[2,3], " ", minimum(m)
    % => 8 13
    % => 3 55 5
end
function r = minimum(m : mat)
    r = m[0,0]
    {!serial for}
    for i = 0..size(m,0)-1
        {!serial for}
        for j = 0..size(m,1)-1
            r = min(r, m[i,j])
        end
    end
end
