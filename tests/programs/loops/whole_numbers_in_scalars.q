% A radius that a division or a rounding gives is a scalar. Where it holds a whole number, indices and loops made of it are as good as those of
% an int: the loops around run in parallel, with elements side by side. Where it holds another number, every index is cut as everywhere. The
% results are those of loops in Python.
%! loop: 16 parallel, 2 dimensions
%! loop: 16 elements side by side
%! loop: 31 parallel, 2 dimensions
%! loop: 31 elements side by side
%! loop: 46 parallel, 2 dimensions
%! loop: 46 elements side by side
%! loop: 55 parallel
%! loop: 55 elements side by side
%! loop: 67 parallel
function y = by_rounding(x, k)
    r = floor(size(k,0)/2)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for i = -r..r
                for j = -r..r
                    s += x[m+i,n+j]*k[i+r,j+r]
                end
            end
            y[m,n] = s
        end
    end
end
function y = by_division(x, k)
    r = (size(k,0)-1)/2
    y = zeros(size(x))
    for m = r..size(x,0)-1-r
        for n = r..size(x,1)-1-r
            s = 0.0
            for i = -r..r
                for j = -r..r
                    s += x[m+i,n+j]*k[i+r,j+r]
                end
            end
            y[m,n] = s
        end
    end
end
function y = by_windows(x, k)
    r = (size(k,0)-1)/2
    y = zeros(size(x))
    for m = r..size(x,0)-1-r
        for n = r..size(x,1)-1-r
            y[m,n] = sum(x[m-r..m+r, n-r..n+r].*k)
        end
    end
end
% Every other element up to the middle, from a place on; `c` changes in each iteration.
function y = halves(v, first : scalar)
    y = zeros(numel(v))
    for n = 0..numel(v)/2 - 1
        c = 2*n + first
        if c < numel(v) && c >= 0
            y[c] = v[n] - v[max(c - 2, 0)]
        end
    end
end
% Steps of two, downwards; and a variable that holds no whole number for one iteration.
function y = down(v, step : scalar)
    y = zeros(numel(v))
    last = numel(v) - 1.0
    fraction = 0.0
    for n = last..-step..1
        y[n] = v[n] + 10*v[n-1]
        fraction = 0.5
    end
    y[0] = fraction
end
function [] = main(w : int = 5)
    x = zeros(7, 9)
    for i = 0..6
        for j = 0..8
            x[i,j] = mod(13*i + 7*j, 11) - 3
        end
    end
    k = zeros(w, w)
    for i = 0..w-1
        for j = 0..w-1
            k[i,j] = i + 2*j - 3
        end
    end
    h = reshape(0..62, [7, 9])
    a = by_rounding(x, k)
    print sum(a), " ", sum(a.*h)
    % => 6415 172387
    b = by_division(x, k)
    print sum(b), " ", sum(b.*h)
    % => 2292 70679
    c = by_windows(x, k)
    print sum(abs(c - b))
    % => 0
    v = (0..11).^2
    print halves(v, w/5)
    % => [0,0,0,0,0,-5,0,-16,0,-33,0,-56]
    % 1.75 + 2n is cut to 1 + 2n.
    print halves(v, w/5 + 0.75)
    % => [0,0,0,0,0,-5,0,-16,0,-33,0,-56]
    print halves(v, 3 - w)
    % => [1,0,4,0,5,0,0,0,-11,0,0,0]
    print down(v, 10/w)
    % => [0.5,1,0,49,0,185,0,409,0,721,0,1121]
    % 11, 9.5, 8, 6.5, … are cut to 11, 9, 8, 6, …
    print down(v, 7.5/w)
    % => [0.5,0,14,49,0,185,286,0,554,721,0,1121]
    % A kernel of even size has no middle: 0.5 is cut when it is added.
    print sum(by_division(x, k[0..w-2, 0..w-2])), " ", sum(by_rounding(x, k[0..w-2, 0..w-2]))
    % => 1116 2437
end
