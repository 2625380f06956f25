% Windows along the rows that overlap: extremes, sums, products modulo 2^32, of 61 rows, so that blocks of rows leave some over.
% NumPy 2, with x = (7*m*m + 13*n + m*n) % 101 and np.clip for the clamped rows, rows outside 0 otherwise:
%   y[m,n] = max(x[clip(m+d),n] for d in range(-3, 4)), and so on; t = sum(y[m,n]*((m + 3*n) % 7)).

function t = weighted(y : mat)
    w = zeros(size(y))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            w[m,n] = mod(m + 3*n, 7)
        end
    end
    t = int(sum(y.*w))
end

function y = most(x : mat'clamped, radius : int)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            best = x[m,n]
            for d = -radius..radius
                best = max(best, x[m+d,n])
            end
            y[m,n] = best
        end
    end
end

function y = least_of_seven(x : mat'clamped)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            best = 1000.0
            for d = -3..3
                best = min(x[m+d,n], best)
            end
            y[m,n] = best
        end
    end
end

function y = total(x : mat, from : int, to : int)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for d = from..to
                s += x[m+d,n]
            end
            y[m,n] = s
        end
    end
end

% Around each pixel a disc, whose columns have different heights.
function y = disc(x : mat'clamped, radius : int)
    t = vec[int](2*radius + 1)
    for k = -radius..radius
        t[k+radius] = int(sqrt(radius^2 - k^2))
    end
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            best = x[m,n]
            for k = -radius..radius
                for d = -t[k+radius]..t[k+radius]
                    best = max(best, x[m+d,n+k])
                end
            end
            y[m,n] = best
        end
    end
end

% The least distance of the patch around a pixel to those above and below: what is summed up is itself a sum.
function y = distance(x : mat'clamped)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            best = 1e9
            for up = 1..2
                s = 0.0
                for i = -2..2
                    for j = -1..1
                        s += (x[m+i,n+j] - x[m-up+i,n+j])^2
                    end
                end
                best = min(best, s)
            end
            y[m,n] = mod(best, 1000)
        end
    end
end

% An element further down counts more: nothing is shared.
function y = ramp(x : mat'clamped)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for d = 0..4
                s += d*x[m+d,n]
            end
            y[m,n] = s
        end
    end
end

% Products of odd ints come around.
function y = products(x : mat[int])
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            p = 1
            for d = 0..6
                p *= 2*x[m+d,n] + 3
            end
            y[m,n] = and(p, 255)
        end
    end
end

function [] = main()
    x = zeros(61, 7)
    k = mat[int](61, 7)
    for m = 0..60
        for n = 0..6
            x[m,n] = mod(7*m*m + 13*n + m*n, 101)
            k[m,n] = int(x[m,n])
        end
    end
    print weighted(most(x, 3)), " ", weighted(most(x, 0)), " ", weighted(most(x, 40))
    % => 112992 67491 126146
    print weighted(least_of_seven(x)), " ", weighted(total(x, -3, 3)), " ", weighted(total(x, 2, 12)), " ", weighted(total(x, 3, 2))
    % => 16190 446468 639514 0
    print weighted(disc(x, 5)), " ", weighted(distance(x)), " ", weighted(ramp(x))
    % => 127137 588024 651622
    print weighted(products(k))
    % => 161815
    % One number that is none is in its windows alone, as max leaves it out.
    x[30,3] = 0/0.0
    y = most(x, 3)
    print y[27,3], " ", y[30,3], " ", y[34,3]
    % => 72 92 92
end
