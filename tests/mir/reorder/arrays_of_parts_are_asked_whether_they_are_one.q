%! test opt reorder
% Where `z` is the array that the other sum reads, its elements change in between.
% check: runtime object_same
% check: if
% check: store ...[...]
% check: store ...[...]
% check: else
% check: for $i 'i'
% check: for $j 'j'

function [] = f(a : mat, x : vec, y : vec, z : vec, depth : int)
    for i = 0..size(a,0)-1
        for j = 0..size(a,1)-1
            y[j] += a[i,j]*x[i]
            z[i] += a[i,j]
        end
    end
    if depth > 0
        f(a, x, y, z, depth - 1)
    end
end
function [] = main(n : int = 4)
    a = ones(n, n)
    y = zeros(n)
    z = zeros(n)
    f(a, z, y, z, 1)
    f(a, ones(n), y, z, 0)
    print y, z
end
