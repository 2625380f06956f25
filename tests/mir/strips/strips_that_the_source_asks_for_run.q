%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% However small the arrays are: three passes over 40 rows run in strips of several rows, and compute what they computed whole. The first
% one has four rows more than a strip, the second one two; each row is asked for by its index.
% check: runtime strip_rows($n, $bytes, 4, 1, 1)
% count 3: from strip

function y = f(x : mat)
    {!kernel_fusion strategy="smart"}
    t = zeros(size(x))
    u = zeros(size(x))
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            t[i,j] = 2*x[i,j] + i
        end
    end
    for i = 1..size(x,0)-2
        for j = 0..size(x,1)-1
            u[i,j] = t[i-1,j] + 3*t[i+1,j] + t[i,j]
        end
    end
    for i = 2..size(x,0)-3
        for j = 0..size(x,1)-1
            y[i,j] = u[i-1,j] - 2*u[i+1,j]
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
