%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% Rows above the first one are those below it, mirrored: a strip has them as well. The whole of 40 rows is computed in strips.
% check: runtime strip_rows($n, $bytes, 4, 1, 1)
% count 2: from strip
% check: has the rows of a strip and 2 on each side

function y = f(x : mat)
    {!kernel_fusion strategy="smart"}
    t : mat'mirror = zeros(size(x))
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            t[i,j] = 2*x[i,j] + i
        end
    end
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j] = t[i-2,j] + 3*t[i+1,j] + t[i,j-1]
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
    print f(x)
end
