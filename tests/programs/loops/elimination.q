%! loop: 11 serial
%! loop: 13 parallel
%! loop: 16 parallel
%! loop: 27 parallel but for i == n
% Gauss and Jordan's elimination: all rows but row k change, which the condition says.
function [] = solve(a : mat)
    n = size(a,0)
    m = size(a,1)
    % Row k, divided by its pivot, is taken from the others until column k is zero there.
    % The last column is the right side.
    for k = 0..n-1
        pivot = a[k,k]
        for j = 0..m-1
            a[k,j] /= pivot
        end
        for i = 0..n-1
            if i ~= k
                factor = a[i,k]
                for j = 0..m-1
                    a[i,j] -= factor*a[k,j]
                end
            end
        end
    end
end
function [] = but_for_another(x : vec, k : int, other : int)
    for i = 0..numel(x)-1
        if i ~= other
            x[i] -= x[k]
        end
    end
end
function [] = main(n : int = 2)
    % 2x = 4, x + y = 5
    a = zeros(n, n+1)
    a[0,0..2] = [2,0,4]
    a[1,0..2] = [1,1,5]
    solve(a)
    % => [1,0,2]
    print a[0,0..2]
    % => [0,1,3]
    print a[1,0..2]
    % The excluded row is not the one that is read: 1-3, 2-3, 3-3, then 4-0; the last stays.
    x = zeros(n+3)
    for i = 0..n+2
        x[i] = i + 1
    end
    but_for_another(x, n, n+2)
    % => [-2,-1,0,4,5]
    print x
end
