% Loops within a loop of the host that only running tells to be short: they are compiled as kernels and as loops of the host.
%! loop: 16 serial
%! loop: 18 parallel
%! loop: 18 a loop of the host where it has fewer than
%! loop: 18 `s` is combined by add
%! loop: 27 a loop of the host where it has fewer than
%! loop: 37 a loop of the host where it has fewer than
%! loop: 47 parallel, 2 dimensions
%! loop: 47 a loop of the host where it has fewer than
% The centre that lies nearest to each point, all of them as one number; the points of each centre are added up.
function [t, sums] = nearest(x : mat, c : mat)
    t = 0
    sums = zeros(size(c))
    for i = 0..size(x,0)-1
        [best, least] = [0, 1e30]
        for k = 0..size(c,0)-1
            s = 0.0
            for j = 0..size(x,1)-1
                s += (x[i,j] - c[k,j])^2
            end
            if s < least
                least = s
                best = k
            end
        end
        t = mod(3*t + best, 1000)
        for j = 0..size(x,1)-1
            sums[best,j] += x[i,j]
        end
    end
end
% Two arrays, which may be one: then the second iteration reads what the first one wrote.
function y = shifted(a : vec, b : vec, rounds : int)
    y = zeros(rounds)
    for r = 0..rounds-1
        y[r] = a[numel(a)-1]
        for k = 1..numel(a)-1
            b[k] = a[k-1] + 1
        end
    end
end
% Two dimensions.
function y = steps(n : int, w : int, rounds : int)
    y = zeros(n, w)
    for r = 1..rounds
        y[0,0] = y[n-1,w-1] + r
        for i = 0..n-1
            for j = 0..w-1
                y[i,j] += i + 2*j
            end
        end
    end
end
function x = constant_rows(values : vec, d : int)
    x = zeros(numel(values), d)
    {!serial for}
    for i = 0..numel(values)-1
        {!serial for}
        for j = 0..d-1
            x[i,j] = values[i]
        end
    end
end
function [] = main(short : int = 3, long : int = 300)
    % Rows of equal numbers: 0 and 1 are nearer to 0.4, 2 and 3 to 2.6; of the labels 0, 0, 1, 1 comes 3*1+1.
    for d = [short, long]
        [t, sums] = nearest(constant_rows([0,1,2,3], d), constant_rows([0.4,2.6], d))
        print t, sums[0,d-1], sums[1,0]
    end
    % => 415
    % => 415
    for d = [short, long]
        [a, b] = [zeros(d), zeros(d)]
        y = shifted(a, b, 2)
        print b[d-1], y[1]
        y = shifted(a, a, 2)
        print a[d-1] - d, y[1] - d
    end
    % Of two arrays each element gets 1 more than one that stays 0; of one, the number of the element.
    % => 10
    % => -1-1
    % => 10
    % => -1-1
    y = steps(short-1, short, 2)
    % The last element is 1+4, then 10; the first one 1, then 5+2.
    % => 710
    print y[0,0], y[short-2,short-1]
    y = steps(long/10, long/10+10, 2)
    % 29+78, then twice that; 107+2.
    % => 109214
    print y[0,0], y[29,39]
end
