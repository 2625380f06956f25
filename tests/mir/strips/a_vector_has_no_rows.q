%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% Strips are rows of matrices.
% not: strip_rows

function y = f(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    v = ones(7)
    w = zeros(7)
    z = zeros(7)
    for i = 0..numel(v)-1
        w[i] = 2*v[i]
    end
    for i = 1..numel(v)-2
        z[i] = w[i-1] + w[i+1]
    end
    y[0,0] = z[3]
    t[0,0] = 1
end
function [] = main(n : int = 5)
    x = ones(n, n)
    x[1,1] = 4
    print sum(f(x)), f(x)[1,2]
end
