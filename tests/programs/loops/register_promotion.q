%! features: F261
%! flags: --precision=double
% Elements that inner loops change: of arrays of zeros, of arrays with contents, in loops that do not run, outside, and under a second name.
% Expected by NumPy.
function y = taps(x : vec, w : vec)
    y = zeros(numel(x))
    for k = 0..numel(x)-1
        for t = 0..numel(w)-1
            y[k] += w[t]*x[k + t]
        end
    end
end

function y = window(x : mat'clamped, radius : int)
    y = ones(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = -radius..radius
                for l = -radius..radius
                    y[m,n] = 0.5*y[m,n] + x[m+k,n+l]
                end
            end
        end
    end
end

% Where w is empty the results would lie outside, and no loop comes there.
function y = valid(x : vec, w : vec)
    y = zeros(numel(x))
    for k = 0..numel(x)-numel(w)
        for t = 0..numel(w)-1
            y[k] += w[t]*x[k + t]
        end
    end
end

% Each pass goes on from what the one before has left.
function y = passes(x : vec, count : int)
    y = zeros(numel(x))
    for p = 1..count
        for k = 0..numel(x)-1
            for t = p..-1..1
                y[k] = y[k]/2 + t*x[k]
            end
        end
    end
end

function [] = onto(y : vec, x : vec)
    for k = 0..numel(y)-2
        for t = 1..3
            y[k] += x[k+1]*t + x[k]
        end
    end
end

function y = bytes(x : vec, count : int)
    y = vec[uint8](numel(x))
    for k = 0..numel(x)-1
        for t = 1..count
            y[k] += x[k] - 40
        end
    end
end

function y = columns(x : mat)
    y = zeros(size(x,1))
    for n = 0..size(x,1)-1
        for m = n..size(x,0)-1
            y[n] += x[m,n]*(m - n)
        end
    end
end

function y = short(x : vec, count : int)
    y = zeros(count)
    for k = 0..numel(x)-1
        for t = 1..3
            y[k] += x[k]*t
        end
    end
end

function [] = main()
    x = zeros(50)
    for n = 0..49
        x[n] = mod(7*n, 11)
    end
    for count = [1, 6, 0]
        w = zeros(count)
        for t = 0..count-1
            w[t] = t + 1
        end
        y = taps(x, w)
        z = valid(x, w)
        printf("%.0f %.0f %.0f %.0f", y[0], y[49], sum(y), sum(z))
    end
    % => 0 2 248 248
    % => 105 2 4891 4725
    % => 0 0 0 0
    m = reshape(x[0..47], [8, 6])
    for radius = [1, 0, -1]
        y = window(m, radius)
        printf("%.4f %.4f %.4f", y[0,0], y[7,5], sum(y))
    end
    % => 12.7363 17.7637 480.9141
    % => 0.5000 10.5000 264.0000
    % => 1.0000 1.0000 48.0000
    for count = [0, 1, 4]
        y = passes(x, count)
        printf("%.4f %.4f", y[1], sum(y))
    end
    % => 0.0000 0.0000
    % => 7.0000 248.0000
    % => 24.0762 852.9844
    a = x[0..9]
    onto(a, x)
    printf("%.0f %.0f", a[0], sum(a))
    a = x[0..9]
    onto(a, a)
    printf("%.0f %.0f", a[0], sum(a))
    % => 42 486
    % => 77 913
    printf("%d %d", bytes(30*x, 3)[1], sum(bytes(30*x, 3)))
    % => 255 8895
    y = columns(m)
    printf("%.0f %.0f %.0f", y[0], y[5], sum(y))
    % => 171 21 436
    try
        y = short(x, numel(x) - int(x[1] == 7))
        printf("%.0f", sum(y))
    catch e
        printf("%s", strtrim(e))
        % => index 49 of 'y' is outside its 49 elements
    end
end
