%! environment: QC_STRIP_ROWS=2
%! reports: fusion `t`, made in line 31, has the rows of a strip and 3 on each side
%! reports: fusion `u`, made in line 32, has the rows of a strip and 2 on each side
%! reports: fusion `p`, made in line 79, has the rows of a strip and 1 more
%! reports: fusion `q`, made in line 79, has the rows of a strip and 1 more
%! hides: fusion and not in strips of rows
% Filters of more passes and other forms, in strips of two rows.
% Small whole numbers without a pattern that a wrong row could hide in.
function x = image(rows : int, columns : int)
    x = zeros(rows, columns)
    {!serial for}
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(7*m*m + 3*n + m*n, 11)
        end
    end
end
% A sum with weights, so that elements at wrong places change it.
function s = weighed(y : mat)
    s = 0
    {!serial for}
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            s += y[m,n]*mod(5*m + 3*n, 7)
        end
    end
end
% Three passes: each one reads two rows less than the one before wrote. Positions count from 0, so that the last pass reads `u` from its
% position to 4 rows behind it; for these the one before reads `t` from one row before to 5 behind it.
function y = thrice(x : mat)
    t = zeros(size(x))
    u = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 1..size(x,1)-2
            t[m,n] = x[m,n-1] - 2*x[m,n+1]
        end
    end
    for m = 1..size(x,0)-2
        for n = 1..size(x,1)-2
            u[m,n] = t[m-1,n] + 3*t[m+1,n]
        end
    end
    for m = 2..size(x,0)-3
        for n = 0..size(x,1)-1
            y[m,n] = u[m-2,n] - u[m+2,n]
        end
    end
end
% Four passes.
function y = smoothed(x : mat'mirror)
    a : mat'mirror = zeros(size(x))
    b : mat'mirror = zeros(size(x))
    c : mat'mirror = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            a[m,n] = x[m-1,n] + x[m,n+1]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            b[m,n] = a[m,n-1] + 2*a[m+1,n]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            c[m,n] = b[m-2,n] + b[m,n]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = c[m+1,n] - c[m-1,n] + c[m,n]
        end
    end
end
% Two arrays between the passes.
function d = divergence(x : mat'clamped)
    [p, q] = [zeros(size(x)), zeros(size(x))]
    d = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            p[m,n] = x[m+1,n] - x[m,n]
            q[m,n] = x[m,n+1] - x[m,n]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            d[m,n] = p[m,n] - p[m-1,n] + q[m,n] - q[m,n-1]
        end
    end
end
% The second pass reads what both before it wrote.
function y = sharpened(x : mat'mirror)
    a : mat'mirror = zeros(size(x))
    b : mat'mirror = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            a[m,n] = x[m,n-1] + x[m,n+1]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            b[m,n] = a[m-1,n] + a[m+1,n]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = 4*a[m+3,n] - b[m-1,n]
        end
    end
end
% Some elements keep their zeros.
function y = thresholded(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] > 4
                t[m,n] = x[m,n]
            end
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m,n] + 10*t[m+1,n+1]
        end
    end
end
% Colours.
function y = coloured(x : cube'mirror)
    t : cube'mirror = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                t[m,n,c] = x[m,n-1,c] + 2*x[m,n+1,c]
            end
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = t[m-1,n,c] - 3*t[m+1,n,c]
            end
        end
    end
end
function [] = main(n : int = 1)
    print weighed(thrice(image(1*n, 5))), " ", weighed(thrice(image(4*n, 6))), " ", weighed(thrice(image(5*n, 3))), " ", weighed(thrice(image(9*n, 8)))
    % => 0 0 0 384
    print weighed(smoothed(image(1*n, 5))), " ", weighed(smoothed(image(4*n, 6))), " ", weighed(smoothed(image(5*n, 3))), " ", weighed(smoothed(image(9*n, 8)))
    % => 874 4474 2900 14113
    print weighed(divergence(image(1*n, 5))), " ", weighed(divergence(image(4*n, 6))), " ", weighed(divergence(image(5*n, 3))), " ", weighed(divergence(image(9*n, 8)))
    % => 18 -65 94 38
    print weighed(sharpened(image(1*n, 5))), " ", weighed(sharpened(image(4*n, 6))), " ", weighed(sharpened(image(5*n, 3))), " ", weighed(sharpened(image(9*n, 8)))
    % => 308 1776 1256 5621
    print weighed(thresholded(image(1*n, 5))), " ", weighed(thresholded(image(4*n, 6))), " ", weighed(thresholded(image(5*n, 3))), " ", weighed(thresholded(image(9*n, 8)))
    % => 54 2851 1030 9005
    x = zeros(5*n, 4, 3)
    {!serial for}
    for c = 0..2
        x[:,:,c] = (c+1)*image(5, 4)
    end
    y = coloured(x)
    print weighed(y[:,:,0]), " ", weighed(y[:,:,1]), " ", weighed(y[:,:,2])
    % => -1789 -3578 -5367
end
