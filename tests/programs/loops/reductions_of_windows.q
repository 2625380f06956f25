% Reductions of slices whose size is known only when running are loops over the elements: the array is not copied, and the loops around
% run in parallel. NumPy computed what follows `=>`, on arrays padded as each mode of access says.
%! loop: 16 parallel, 2 dimensions
%! loop: 40 parallel, 2 dimensions
%! loop: 64 parallel, 2 dimensions
%! loop: 88 parallel, 2 dimensions
function [] = windows_safe(x : mat'safe, k : mat, r : int, c : int)
    y = zeros(size(x,0),size(x,1))
    a = zeros(size(x,0),size(x,1))
    b = zeros(size(x,0),size(x,1))
    s = zeros(size(x,0),size(x,1))
    t = zeros(size(x,0),size(x,1))
    f = zeros(size(x,0),size(x,1))
    g = zeros(size(x,0),size(x,1))
    h = zeros(size(x,0),size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = mean(x[m-r..m+r, n-c..n+c])
            a[m,n] = max(x[m-r..m+r, n-c..n+c])
            b[m,n] = min(x[m-r..m+r, n-c..n+c])
            s[m,n] = norm(x[m-r..m+r, n-c..n+c])
            t[m,n] = sum(x[m-r..m+r, n-c..n+c].*k)
            f[m,n] = any(x[m-r..m+r, n-c..n+c] == 0)
            g[m,n] = all(x[m-r..m+r, n-c..n+c] > -3)
            h[m,n] = n + m*size(x,1)
        end
    end
    print "safe ", sum(y*15), " ", sum(y.*h*15), " ", sum(a), " ", sum(b), " ", sum(s.^2), " ", sum(t), " ", sum(t.*h), " ", sum(f), " ", sum(g)
end

function [] = windows_circular(x : mat'circular, k : mat, r : int, c : int)
    y = zeros(size(x,0),size(x,1))
    a = zeros(size(x,0),size(x,1))
    b = zeros(size(x,0),size(x,1))
    s = zeros(size(x,0),size(x,1))
    t = zeros(size(x,0),size(x,1))
    f = zeros(size(x,0),size(x,1))
    g = zeros(size(x,0),size(x,1))
    h = zeros(size(x,0),size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = mean(x[m-r..m+r, n-c..n+c])
            a[m,n] = max(x[m-r..m+r, n-c..n+c])
            b[m,n] = min(x[m-r..m+r, n-c..n+c])
            s[m,n] = norm(x[m-r..m+r, n-c..n+c])
            t[m,n] = sum(x[m-r..m+r, n-c..n+c].*k)
            f[m,n] = any(x[m-r..m+r, n-c..n+c] == 0)
            g[m,n] = all(x[m-r..m+r, n-c..n+c] > -3)
            h[m,n] = n + m*size(x,1)
        end
    end
    print "circular ", sum(y*15), " ", sum(y.*h*15), " ", sum(a), " ", sum(b), " ", sum(s.^2), " ", sum(t), " ", sum(t.*h), " ", sum(f), " ", sum(g)
end

function [] = windows_clamped(x : mat'clamped, k : mat, r : int, c : int)
    y = zeros(size(x,0),size(x,1))
    a = zeros(size(x,0),size(x,1))
    b = zeros(size(x,0),size(x,1))
    s = zeros(size(x,0),size(x,1))
    t = zeros(size(x,0),size(x,1))
    f = zeros(size(x,0),size(x,1))
    g = zeros(size(x,0),size(x,1))
    h = zeros(size(x,0),size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = mean(x[m-r..m+r, n-c..n+c])
            a[m,n] = max(x[m-r..m+r, n-c..n+c])
            b[m,n] = min(x[m-r..m+r, n-c..n+c])
            s[m,n] = norm(x[m-r..m+r, n-c..n+c])
            t[m,n] = sum(x[m-r..m+r, n-c..n+c].*k)
            f[m,n] = any(x[m-r..m+r, n-c..n+c] == 0)
            g[m,n] = all(x[m-r..m+r, n-c..n+c] > -3)
            h[m,n] = n + m*size(x,1)
        end
    end
    print "clamped ", sum(y*15), " ", sum(y.*h*15), " ", sum(a), " ", sum(b), " ", sum(s.^2), " ", sum(t), " ", sum(t.*h), " ", sum(f), " ", sum(g)
end

function [] = windows_mirror(x : mat'mirror, k : mat, r : int, c : int)
    y = zeros(size(x,0),size(x,1))
    a = zeros(size(x,0),size(x,1))
    b = zeros(size(x,0),size(x,1))
    s = zeros(size(x,0),size(x,1))
    t = zeros(size(x,0),size(x,1))
    f = zeros(size(x,0),size(x,1))
    g = zeros(size(x,0),size(x,1))
    h = zeros(size(x,0),size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = mean(x[m-r..m+r, n-c..n+c])
            a[m,n] = max(x[m-r..m+r, n-c..n+c])
            b[m,n] = min(x[m-r..m+r, n-c..n+c])
            s[m,n] = norm(x[m-r..m+r, n-c..n+c])
            t[m,n] = sum(x[m-r..m+r, n-c..n+c].*k)
            f[m,n] = any(x[m-r..m+r, n-c..n+c] == 0)
            g[m,n] = all(x[m-r..m+r, n-c..n+c] > -3)
            h[m,n] = n + m*size(x,1)
        end
    end
    print "mirror ", sum(y*15), " ", sum(y.*h*15), " ", sum(a), " ", sum(b), " ", sum(s.^2), " ", sum(t), " ", sum(t.*h), " ", sum(f), " ", sum(g)
end

function [] = main(n : int = 1)
    x = zeros(7, 9)
    for i = 0..6
        for j = 0..8
            x[i,j] = mod(13*i + 7*j, 11) - 3
        end
    end
    k = zeros(4*n + 1, 2*n + 1)
    k[0,:] = [1, 2, 1]
    k[1,:] = [2, 4, 2]
    k[2,:] = [1, 2, 1]
    k[3,:] = [0, 1, 0]
    k[4,:] = [3, 0, 3]
    windows_safe(x, k, 2*n, n)
    % => safe 1377 43020 416 -176 9881 2109 68073 58 13
    windows_circular(x, k, 2*n, n)
    % => circular 1740 54837 431 -185 12780 2668 84243 53 4
    windows_clamped(x, k, 2*n, n)
    % => clamped 1740 54648 416 -176 12804 2682 84389 38 13
    windows_mirror(x, k, 2*n, n)
    % => mirror 1740 55109 416 -176 12780 2690 85376 38 13
end
