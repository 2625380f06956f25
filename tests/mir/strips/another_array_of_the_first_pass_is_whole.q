%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% The first pass writes another array beside: each of its rows is written, some of them twice, and both passes do it alike.
% check: runtime strip_rows($n, $bytes, $more, 1, 1)
% count 2: from strip

function [y, z] = f(x : mat)
    {!kernel_fusion strategy="smart"}
    t = zeros(size(x))
    y = zeros(size(x))
    z = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            t[i,j] = 2*x[i,j] + i
            z[i,j] = x[i,j] - i
        end
    end
    for i = 1..size(x,0)-2
        for j = 0..size(x,1)-1
            y[i,j] = t[i-1,j] + 3*t[i+1,j]
        end
    end
end
function [] = main(n : int = 40)
    x = ones(n, 3)
    {!serial for}
    for i = 0..n-1
        x[i,0] = mod(7*i, 5)
        x[i,2] = mod(3*i, 11)
    end
    [y, z] = f(x)
    print y, z
end
