%! features: F261
%! flags: --precision=double
% Elementary functions of the indices of inner loops, in loops that are long, short, empty, too long for a table, and behind branches. Expected by NumPy.
function y = windows(x : mat'clamped, radius : int, s)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = -radius..radius
                for l = -radius..radius
                    y[m,n] += exp(-(k^2 + l^2)/(2*s^2))*x[m+k,n+l]
                end
            end
        end
    end
end

function y = waves(x : vec, count : int)
    y = zeros(numel(x))
    for n = 0..numel(x)-1
        if mod(n, 3) != 1
            for k = 1..count
                y[n] += cos(0.01*k)*x[n] + sin(0.02*k)
            end
        end
    end
end

% The logarithm of zero is computed for no position that reads it.
function y = logarithms(x : vec, count : int)
    y = zeros(numel(x))
    for n = 0..numel(x)-1
        for k = 0..count
            if k > 0
                y[n] += log(k)*x[n]
            end
        end
    end
end

function y = by_kernel(x : vec, count : int)
    y = zeros(numel(x))
    parallel_do(numel(x), __kernel__ (pos : int) -> y[pos] = x[pos]*2)
    function [] = __kernel__ turn(y : vec, count : int, pos : int)
        t = 0.0
        for k = 0..count-1
            t += exp(-0.5*k)*y[pos]
        end
        y[pos] = t
    end
    parallel_do(numel(x), y, count, turn)
end

function [] = main()
    x = zeros(40, 30)
    for i = 0..39
        for j = 0..29
            x[i,j] = mod(3*i + 5*j, 7)
        end
    end
    for radius = [0, 1, 3]
        y = windows(x, radius, 1.5)
        printf("%.3f %.3f %.3f", y[0,0], y[20,11], y[39,29])
    end
    % => 0.000 3.000 3.000
    % => 12.177 20.303 18.220
    % => 29.711 40.945 36.902
    y = windows(x, -1, 1.5)
    print sum(y)
    % => 0
    line = zeros(3000)
    for n = 0..2999
        line[n] = mod(n, 5)
    end
    for count = [1, 40, 0]
        w = waves(line, count)
        printf("%.3f %.3f %.3f", w[2], w[1], w[2999])
    end
    % => 2.020 0.000 4.020
    % => 93.327 0.000 171.131
    % => 0.000 0.000 0.000
    % Few positions, and more iterations than a table has elements.
    w = waves(line[0..7], 50000)
    printf("%.2f %.2f", w[2], w[5])
    % => -73.14 22.29
    w = waves(line[0..39], 40000)
    printf("%.2f %.2f", w[2], w[39])
    % => -98.86 -270.56
    w = logarithms(line, 20)
    printf("%.3f %.3f", w[3], w[2999])
    % => 127.007 169.342
    w = by_kernel(line, 30)
    printf("%.4f %.4f", w[3], w[2999])
    % => 15.2490 20.3319
end
