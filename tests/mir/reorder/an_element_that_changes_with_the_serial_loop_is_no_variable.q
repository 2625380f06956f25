%! test opt reorder reorder=always
% Iterations over k take two elements by turns, so that none of them can be kept while they run.
% check: for $i 'i'
% check: for $j 'j'
% check: for $k 'k'
% not: set
% check: $old: f32 = load ... 'c'
% check: store ... 'c'

function [] = f(a : mat, b : mat, c : cube, h : int, n : int, w : int)
    for i = 0..h-1
        for k = 0..n-1
            for j = 0..w-1
                c[i,j,mod(k,2)] += a[i,k]*b[k,j]
            end
        end
    end
    if h > 3
        f(b, a, c, h-1, w, n)
    end
end
function [] = main(n : int = 4)
    x = zeros(n, n, 2)
    y = ones(n, n)
    z = ones(n, n)
    y[1,2] = 3
    f(y, z, x, n, n, n)
    print sum(x), x[1,1,0], x[3,2,1]
end
