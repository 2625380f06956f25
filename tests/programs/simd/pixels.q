%! features: F327
% Loops over pixels with the channels innermost: elements lie one after the other, whatever the number of channels is. Each result is compared
% with that of a serial loop that brings indices inside by itself.
function v = value(m : int, n : int, c : int)
    v = mod(13*m + 7*n + 31*c, 97)
end
function x = image(h : int, w : int, k : int)
    x = zeros(h, w, k)
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..w-1
            {!serial for}
            for c = 0..k-1
                x[m,n,c] = value(m, n, c)
            end
        end
    end
end
function k = inside(n : int, w : int)
    k = min(max(n, 0), w-1)
end
function k = around(n : int, w : int)
    k = mod(n + w, w)
end
% Left neighbour, second right one, and the one above.
function y = clamped(x : cube'clamped)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[m,n,c] = x[m,n-1,c] + 2*x[m,n+2,c] + 4*x[m-1,n,c]
            end
        end
    end
end
function y = circular(x : cube'circular)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[m,n,c] = x[m,n-1,c] + 2*x[m,n+2,c] + 4*x[m-1,n,c]
            end
        end
    end
end
function y = zeros_outside(x : cube'safe)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[m,n,c] = x[m,n-1,c] + 2*x[m,n+2,c] + 4*x[m-1,n,c]
            end
        end
    end
end
function count = wrong_borders(h : int, w : int, k : int)
    x = image(h, w, k)
    [a, b, z] = [clamped(x), circular(x), zeros_outside(x)]
    count = 0
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..w-1
            {!serial for}
            for c = 0..k-1
                count += a[m,n,c] != x[m,inside(n-1,w),c] + 2*x[m,inside(n+2,w),c] + 4*x[inside(m-1,h),n,c]
                count += b[m,n,c] != x[m,around(n-1,w),c] + 2*x[m,around(n+2,w),c] + 4*x[around(m-1,h),n,c]
                left = 0
                right = 0
                above = 0
                if n > 0
                    left = x[m,n-1,c]
                end
                if n + 2 < w
                    right = x[m,n+2,c]
                end
                if m > 0
                    above = x[m-1,n,c]
                end
                count += z[m,n,c] != left + 2*right + 4*above
            end
        end
    end
end

% The inside of the image only, in place, under a condition; the channels that the loop leaves out stay as they are.
function count = wrong_insides(h : int, w : int, k : int, channels : int)
    x = image(h, w, k)
    y = image(h, w, k)
    for m = 1..h-2
        for n = 1..w-2
            for c = 0..channels-1
                if y[m,n,c] > 40
                    y[m,n,c] = -y[m,n,c]
                else
                    y[m,n,c] = x[m,n-1,c] + x[m,n+1,c]
                end
            end
        end
    end
    count = 0
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..w-1
            {!serial for}
            for c = 0..k-1
                expected = value(m, n, c)
                if 0 < m && m < h-1 && 0 < n && n < w-1 && c < channels
                    if expected > 40
                        expected = -expected
                    else
                        expected = value(m, n-1, c) + value(m, n+1, c)
                    end
                end
                count += y[m,n,c] != expected
            end
        end
    end
end

% A sum over all channels, and one row of pixels.
function count = wrong_sums(w : int, k : int)
    x = image(3, w, k)
    total = 0.0
    expected = 0.0
    for m = 0..2
        for n = 1..w-1
            for c = 0..k-1
                total += x[m,n,c] - x[m,n-1,c]
            end
        end
    end
    row = zeros(w, k)
    for n = 0..w-1
        for c = 0..k-1
            row[n,c] = 10*n + c
        end
    end
    turned = zeros(w, k)
    for n = 0..w-2
        for c = 0..k-1
            turned[n,c] = row[n+1,c]
        end
    end
    count = 0
    {!serial for}
    for n = 0..w-1
        {!serial for}
        for c = 0..k-1
            expected += (n > 0) * (value(0, n, c) - value(0, max(n-1, 0), c))
            expected += (n > 0) * (value(1, n, c) - value(1, max(n-1, 0), c))
            expected += (n > 0) * (value(2, n, c) - value(2, max(n-1, 0), c))
            count += n < w-1 && turned[n,c] != 10*(n+1) + c
        end
    end
    count += total != expected
end

count = 0
for w = [1, 2, 3, 5, 6, 11, 16, 17, 33, 40]
    for k = 1..5
        count += wrong_borders(4, w, k)
        count += wrong_insides(5, w, k, k)
        count += wrong_insides(5, w, k, max(k-1, 1))
        count += wrong_sums(w, k)
    end
end
print count
% => 0

% An index outside is told with its place, also where lanes stand for channels.
function y = shifted(x : cube'checked)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                y[m,n,c] = x[m,n+1,c]
            end
        end
    end
end
try
    print sum(shifted(image(4, 40, 3)))
catch message
    print "outside"
end
% => outside
