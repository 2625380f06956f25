% What all applications share: the input, which is the same in peer.cpp, and the lines that run.py reads.

% Function: texture
% An integer of 0 to 1022 for a place and a channel: ramps with noise.
function v = texture(m : int, n : int, c : int)
    v = mod(m + 2*n + 37*c, 768) + mod(7919*m + 104729*n + 31*m*n + 523*c, 256)
end

% Function: grey_texture
% The texture divided by 1024.
function x = grey_texture(rows : int, columns : int)
    x = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = texture(m, n, 0)/1024
        end
    end
end

% Function: colour_texture
% The same with three channels, and never 0.
function x = colour_texture(rows : int, columns : int)
    x = zeros(rows, columns, 3)
    for m = 0..rows-1
        for n = 0..columns-1
            for c = 0..2
                x[m,n,c] = (texture(m, n, c) + 1)/1024
            end
        end
    end
end

% Function: report
% Prints the milliseconds of the repetitions, then the sum, a sum that depends on the places, and four samples of y.
function [] = report(times : vec, y)
    n = numel(y)
    v = reshape(y, [1, n])
    total = 0.0
    weighted = 0.0
    for k = 0..n-1
        total += v[0,k]
        weighted += v[0,k]*(1 + mod(k, 251))
    end
    print "times: ", times
    print "check: ", total, " ", weighted, " ", v[0,0], " ", v[0,int(n/3)], " ", v[0,int(n/2)], " ", v[0,n-1]
end

% Function: report_integers
% The same for an array of small integers, exactly.
function [] = report_integers(times : vec, y)
    n = numel(y)
    v = reshape(y, [1, n])
    total : int64 = 0
    weighted : int64 = 0
    for k = 0..n-1
        total += v[0,k]
        weighted += v[0,k]*(1 + mod(k, 251))
    end
    print "times: ", times
    print "check: ", total, " ", weighted, " ", v[0,0], " ", v[0,int(n/3)], " ", v[0,int(n/2)], " ", v[0,n-1]
end
