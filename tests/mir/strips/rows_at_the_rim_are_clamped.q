%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% At the rim the row itself is read again, in the strip as in the whole.
% check: runtime strip_rows($n, $bytes, 3, 1, 1)
% count 2: from strip

function y = f(x : mat)
    {!kernel_fusion strategy="smart"}
    t : mat'clamped = zeros(size(x))
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            t[i,j] = 2*x[i,j] + i
        end
    end
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j] = t[i-1,j] + 3*t[i+2,j] + t[i,j+1]
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
