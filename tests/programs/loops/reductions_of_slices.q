% Reductions of slices of other shapes and kinds, within loops and kernels; NumPy computed what follows `=>`.
%! loop: 18 parallel, 3 dimensions
%! loop: 25 parallel, 2 dimensions
%! loop: 37 parallel, 2 dimensions
%! loop: 51 parallel
%! loop: 52 parallel
%! loop: 55 parallel
%! loop: 67 serial, as the loops inside are parallel and have more iterations
function [] = __kernel__ in_a_kernel(y : vec, v : vec'unchecked, r : int, pos : int)
    first = max(pos - r, 0)
    y[pos] = sum(v[first..pos])*10 + max(v[first..pos].^2)
end

function [] = channels(z : cube, r : int)
    s = zeros(size(z))
    t = zeros(size(z, 0), size(z, 1))
    [h, g] = [zeros(size(z)), zeros(size(z, 0), size(z, 1))]
    for m = 0..size(z, 0)-1
        for n = 0..size(z, 1)-1
            for c = 0..size(z, 2)-1
                [s[m,n,c], h[m,n,c]] = [sum(z[m-r..m+r, n-2*r..n+2*r, c]), c + size(z, 2)*(n + m*size(z, 1))]
            end
        end
    end
    for m = 0..size(z, 0)-1
        for n = 0..size(z, 1)-1
            [t[m,n], g[m,n]] = [sum(z[m, n-r..n+r, :]), n + m*size(z, 1)]
        end
    end
    print "channels ", sum(s), " ", sum(s.*h), " ", sum(t), " ", sum(t.*g)
end

function [] = bytes(b : mat[uint8], r : int)
    [greatest, least] = [zeros(size(b)), zeros(size(b))]
    total = mat[int](size(b, 0), size(b, 1))
    weighted = 0
    for m = 0..size(b, 0)-1
        for n = 0..size(b, 1)-1
            greatest[m,n] = max(b[m-r..m+r, n-r..n+r])
            least[m,n] = min(b[m-r..m+r, n-r..n+r])
            total[m,n] = sum(b[m-r..m+r, n-r..n+r])
            weighted += total[m,n]*(n + m*size(b, 1))
        end
    end
    print "bytes ", sum(greatest), " ", sum(least), " ", sum(total), " ", weighted
end

function [] = vectors(v : vec, w : vec, r : int)
    [steps, back, prefix] = [zeros(numel(v)), zeros(numel(v)), zeros(numel(v))]
    % Every other element around each; backwards, with weights; none at first, then more and more.
    for k = 0..numel(v)-1; steps[k] = sum(v[k-2*r..2..k+2*r]); end
    for k = 0..numel(v)-1
        back[k] = sum(v[k+r..-1..k-r].*w)
    end
    for k = 0..numel(v)-1
        prefix[k] = sum(v[0..k-1])
    end
    print steps
    print back
    print prefix
end

% The mean of many equal numbers is that number: the sum is kept in double precision.
function y = means(n : int)
    x = ones(3, n)*0.8
    y = zeros(3)
    for m = 0..2
        y[m] = mean(x[m, m..n-1])
    end
end

function [] = main(r : int = 1)
    z = zeros(7, 9, 3)
    b = mat[uint8](7, 9)
    for i = 0..6
        for j = 0..8
            for c = 0..2
                z[i,j,c] = mod(3*i + 5*j + 7*c, 8)
            end
            b[i,j] = z[i,j,1]*31 + 7
        end
    end
    channels(z, r)
    % => channels 7772 730652 1836 56772
    bytes(b, r)
    % => bytes 13120 710 54785 1691639
    v = zeros(11 + r)
    for k = 0..10+r
        v[k] = mod(5*k, 7) - 2
    end
    w = 1..5
    vectors(v, w, 2*r)
    % => [3,4,3,2,6,3,7,4,6,5,2,3]
    % => [1,2,7,26,17,15,27,11,2,7,24,13]
    % => [0,-2,1,2,1,5,7,7,5,8,9,8]
    print max(abs(means(1000000) - 0.8)) < 1e-7
    % => 1
    y = zeros(12)
    parallel_do(12, y, v, 3*r, in_a_kernel)
    print y
    % => [-16,19,29,19,86,76,66,56,39,29,19,86]
end
