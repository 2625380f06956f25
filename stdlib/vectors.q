% Module: vectors
% What one does with series of numbers: sets, differences, areas, polynomials, interpolation, histograms. A program that names one of these functions has them without an import.
{!doc category="Arrays"}

% Function: differences
% The differences of neighbours.
%
% Parameters:
% x - at least one number
% d - the dimension along which elements are neighbours
% > differences([1,4,9]) == [3,5]
% > differences([[1,2],[4,8]], 0) == [3,6]
function y = differences(x : vec)
    y = x[1..numel(x)-1] - x[0..numel(x)-2]
end

function y = differences(x : mat, d : int)
    [m, n] = size(x, 0..1)
    if d == 0
        y = x[1..m-1,:] - x[0..m-2,:]
    elseif d == 1
        y = x[:,1..n-1] - x[:,0..n-2]
    else
        error("differences: a matrix has no dimension ", d)
    end
end

% Function: gradient
% How fast values grow from one to the next: half the difference of both neighbours, at the ends the difference from the only one.
%
% Parameters:
% x - numbers at equal distances
% h - the distance
%
% Returns:
% gx - of a matrix along its rows, of a vector along it
% gy - along the columns
% > gradient([1,4,9,16]) == [3,4,6,7]
% > gradient([1,4,9,16], 2) == [1.5,2,3,3.5]
% > [gx, gy] = gradient([[1,2,4],[4,8,9]]); gx[1,1] == 2.5 && gy[0,2] == 5
function gx = gradient(x : vec, h : scalar = 1)
    n = numel(x)
    gx = zeros(n)
    if n > 1
        for k = 0..n-1
            first = max(k - 1, 0)
            last = min(k + 1, n - 1)
            gx[k] = (x[last] - x[first])/((last - first)*h)
        end
    end
end

function [gx, gy] = gradient(x : mat, h : scalar = 1)
    [m, n] = size(x, 0..1)
    gx = zeros(m, n)
    gy = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            left = max(j - 1, 0)
            right = min(j + 1, n - 1)
            above = max(i - 1, 0)
            below = min(i + 1, m - 1)
            gx[i,j] = (x[i,right] - x[i,left])/(max(right - left, 1)*h)
            gy[i,j] = (x[below,j] - x[above,j])/(max(below - above, 1)*h)
        end
    end
end

% Function: bounds
% The least and the greatest element.
%
% Parameters:
% x - real numbers
%
% Returns:
% least - the least element
% greatest - the greatest one
% > [least, greatest] = bounds([3,1,4]); least == 1 && greatest == 4
function [least, greatest] = bounds(x)
    least = min(x)
    greatest = max(x)
end

% Function: ismember
% Which elements are among others, and where.
%
% Parameters:
% x - real numbers
% among - a vector of real numbers
%
% Returns:
% found - 1 for each element of x that is there, 0 for the others
% place - the index of the first such element of among, -1 where there is none
% > [found, place] = ismember([3,7], [5,3,3]); found == [1,0]
% > [found, place] = ismember([3,7], [5,3,3]); place == [1,-1]
function [found : vec[int], place : vec[int]] = ismember(x : vec, among : vec)
    found = vec[int](numel(x))
    place = vec[int](numel(x))
    [sorted, order] = sort(among)
    for k = 0..numel(x)-1
        low = 0
        high = numel(sorted)
        while low < high
            middle = int((low + high)/2)
            if sorted[middle] < x[k]
                low = middle + 1
            else
                high = middle
            end
        end
        place[k] = -1
        if low < numel(sorted)
            if sorted[low] == x[k]
                found[k] = 1
                place[k] = order[low]
            end
        end
    end
end

% Function: trapz
% The area under a curve through points, by the trapezoidal rule.
%
% Parameters:
% x - where the points are, in ascending order; without it at 0, 1, 2 and so on
% y - how high they are
% > trapz([0,1,4]) == 3
% > trapz([0,2,3], [0,1,4]) == 3.5
function area = trapz(y : vec)
    area = 0.0
    for k = 1..numel(y)-1
        area += (y[k-1] + y[k])/2
    end
end

function area = trapz(x : vec, y : vec)
    if numel(x) != numel(y)
        error("trapz: there are ", numel(x), " places and ", numel(y), " heights")
    end
    area = 0.0
    for k = 1..numel(y)-1
        area += (x[k] - x[k-1])*(y[k-1] + y[k])/2
    end
end

% Function: cumtrapz
% The areas up to each point, by the trapezoidal rule; the points are 1 apart.
%
% Parameters:
% y - how high the points are
% > cumtrapz([0,1,4]) == [0,0.5,3]
function areas = cumtrapz(y : vec)
    parts = zeros(numel(y))
    for k = 1..numel(y)-1
        parts[k] = (y[k-1] + y[k])/2
    end
    areas = cumsum(parts)
end

% Function: polyval
% The values of a polynomial, by the method of Horner.
%
% Parameters:
% p - its coefficients, that of the highest power first
% x - a number, or an array of them
% > polyval([1,0,2], 3) == 11
% > polyval([1,0,2], [1,2]) == [3,6]
function y = polyval(p : vec, x)
    y = 0.*x
    for k = 0..numel(p)-1
        y = y.*x + p[k]
    end
end

% Function: polyfit
% The polynomial that is closest to points, by least squares.
%
% Parameters:
% x - where the points are
% y - how high they are
% n - the degree
%
% Returns:
% p - the coefficients, that of the highest power first
% > max(abs(polyfit([0,1,2,3], [1,2,5,10], 2) - [1,0,1])) < 1e-3
function p = polyfit(x : vec, y : vec, n : int)
    count = numel(x)
    if count != numel(y)
        error("polyfit: there are ", count, " places and ", numel(y), " heights")
    end
    if n < 0 || n >= count
        error("polyfit: a polynomial of degree ", n, " needs more points than ", count)
    end
    % Powers of numbers around 0 of about one size keep their digits.
    middle = mean(x)
    scale = max(abs(x - middle))
    if scale == 0
        scale = 1
    end
    A = ones(count, n+1)
    for i = 0..count-1
        t = (x[i] - middle)/scale
        for j = n-1..-1..0
            A[i,j] = A[i,j+1]*t
        end
    end
    [Q, R] = qr(A)
    c = lsolve(R, transpose(Q)*reshape(y, [count, 1]))
    % The polynomial of t as one of x: by the method of Horner, with polynomials.
    p = zeros(n+1)
    for k = 0..n
        for j = 0..n-1
            p[j] = (p[j+1] - p[j]*middle)/scale
        end
        p[n] = c[k,0] - p[n]*middle/scale
    end
end

% Function: interp1
% The values of a function between points where it is known, on straight lines from each to the next.
%
% Parameters:
% x - where it is known, in ascending order
% v - the values there
% q - where it is asked for: a number, or a vector of them
% outside - the value where nothing is known, by default none: what isnan finds
% > interp1([0,1,3], [0,10,30], 2) == 20
% > interp1([0,1,3], [0,10,30], [0.5,3]) == [5,30]
% > isnan(interp1([0,1], [5,6], 2)) == 1
% > interp1([0,1], [5,6], 2, 0) == 0
function y = interp1(x : vec, v : vec, q : scalar, outside : scalar = 0/0)
    interp1_check(x, v)
    y = interp1_at(x, v, q, outside)
end

function y = interp1(x : vec, v : vec, q : vec, outside : scalar = 0/0)
    interp1_check(x, v)
    y = zeros(numel(q))
    for k = 0..numel(q)-1
        y[k] = interp1_at(x, v, q[k], outside)
    end
end

function [] = interp1_check(x : vec, v : vec)
    if numel(x) != numel(v)
        error("interp1: there are ", numel(x), " places and ", numel(v), " values")
    end
    for k = 1..numel(x)-1
        if !(x[k-1] < x[k])
            error("interp1: the places do not ascend at ", k)
        end
    end
end

% The value at one place: the last point that is not behind it is found by halving.
function y = __device__ interp1_at(x : vec, v : vec, q : scalar, outside : scalar)
    last = numel(x) - 1
    y = outside
    if last >= 0 && q >= x[0] && q <= x[last]
        low = 0
        high = last
        while low < high
            middle = int((low + high + 1)/2)
            if x[middle] <= q
                low = middle
            else
                high = middle - 1
            end
        end
        y = v[low]
        if low < last
            y += (q - x[low])/(x[low+1] - x[low])*(v[low+1] - v[low])
        end
    end
end

% Function: histc
% How many numbers lie in each of the intervals between edges; the last edge counts by itself.
%
% Parameters:
% x - numbers
% edges - the edges, in ascending order: interval k is from edges[k] on and below edges[k+1]
% > histc([1,2,2,5], [0,2,4,5]) == [1,2,0,1]
function counts = histc(x, edges : vec)
    n = numel(edges)
    counts = vec[int](n)
    flat = reshape(1.0*x, [1, numel(x)])
    places = uninit(1, n)
    for k = 0..n-1
        places[0,k] = k
    end
    ends = edges
    for k = 0..numel(flat)-1
        place = interp1_at(ends, places, flat[0,k], -1)
        if place >= 0
            counts[int(floor(place))] += 1
        end
    end
end

% Function: percentile
% The number below which so many percent of the elements are; between two elements it is on the straight line.
%
% Parameters:
% x - numbers
% p - percent, or a vector of such
% > percentile([4,1,3,2], 50) == 2.5
% > percentile([4,1,3,2], [0,100]) == [1,4]
function y = percentile(x, p : scalar)
    y = percentile(x, [p])
    y = y[0]
end

function y = percentile(x, p : vec)
    n = numel(x)
    if n == 0
        error("percentile: there are no elements")
    end
    if min(p) < 0 || max(p) > 100
        error("percentile: percent are from 0 to 100")
    end
    sorted = sort(reshape(x, [1, n]))
    y = zeros(numel(p))
    for k = 0..numel(p)-1
        place = p[k]/100*(n - 1)
        low = min(int(floor(place)), n - 1)
        high = min(low + 1, n - 1)
        y[k] = sorted[0,low] + (place - low)*(sorted[0,high] - sorted[0,low])
    end
end

% Function: randperm
% The whole numbers from 0 to n-1 in random order; seed makes it the same in each run.
%
% Parameters:
% n - how many
% > sort(randperm(4)) == [0,1,2,3]
function p = randperm(n : int)
    p = argsort(rand(n))
end

% Function: fftshift
% A spectrum with the frequency 0 in the middle.
%
% Parameters:
% x - a vector, or a matrix
% > fftshift([0,1,2,3,4]) == [3,4,0,1,2]
function y = fftshift(x)
    y = circshift(x, [int((size(x,0) + 1)/2), int((size(x,1) + 1)/2)])
end

% Function: ifftshift
% Undoes fftshift.
%
% Parameters:
% x - a vector, or a matrix
% > ifftshift(fftshift([0,1,2,3,4])) == [0,1,2,3,4]
function y = ifftshift(x)
    y = circshift(x, [int(size(x,0)/2), int(size(x,1)/2)])
end

% Function: fliplr
% A matrix with its columns in the other order, or a vector with its elements in the other order.
%
% Parameters:
% x - what is turned
% > fliplr([1,2,3]) == [3,2,1]
function y = fliplr(x)
    y = x[:,size(x,1)-1..-1..0,:]
end

% Function: flipud
% A matrix or a picture with its rows in the other order.
%
% Parameters:
% x - what is turned
% > flipud([[1,2],[3,4]]) == [[3,4],[1,2]]
function y = flipud(x)
    y = x[size(x,0)-1..-1..0,:,:]
end

% Function: rot90
% A matrix or a picture turned to the left by a quarter.
%
% Parameters:
% x - what is turned
% > rot90([[1,2],[3,4]]) == [[2,4],[1,3]]
function y = rot90(x)
    y = flipud(shuffledims(x, [1,0,2]))
end

% Function: conv
% The convolution of two series.
%
% Parameters:
% a - one series
% b - the other one
% shape - "full", "same" for the middle part in the length of a, or "valid" for what depends on no element outside
% > conv([1,2], [1,3]) == [1,5,6]
% > conv([1,2,3], [1,1,1], "same") == [3,6,5]
% > conv([1,2,3], [1,1], "valid") == [3,5]
function y = conv(a : vec, b : vec, shape : string = "full")
    m = numel(a)
    n = numel(b)
    if m == 0 || n == 0
        error("conv: a series has no elements")
    end
    full = zeros(m + n - 1)
    for k = 0..m+n-2
        total = 0.0
        for i = max(0, k-n+1)..min(m-1, k)
            total += a[i]*b[k-i]
        end
        full[k] = total
    end
    if shape == "full"
        y = full
    elseif shape == "same"
        first = int(floor(n/2))
        y = full[first..first+m-1]
    elseif shape == "valid"
        y = m >= n ? full[n-1..m-1] : zeros(0)
    else
        error("conv: a shape is full, same or valid, not ", shape)
    end
end
