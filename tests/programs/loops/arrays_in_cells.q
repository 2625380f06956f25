% An array that lies in an array of arrays is read before the loops that do not change that: they are kernels.
%! loop: 15 parallel, 2 dimensions
%! loop: 15 bounds checks left: none
%! loop: 23 parallel, 2 dimensions
%! loop: 32 serial
%! loop: 33 parallel, 2 dimensions
%! loop: 42 serial
%! loop: 42 elements of `g` are arrays or strings themselves
%! loop: 49 parallel
%! loop: 56 serial
%! loop: 58 parallel
%! loop: 66 parallel
function y = twice(g : vec[mat])
    y = zeros(size(g[0]))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = 2*g[0][m,n]
        end
    end
end
% Into the array: it may be the one that is read, at the same place.
function [] = add(g : vec[mat], k : int, w : int)
    for m = 0..w-1
        for n = 0..w-1
            g[k][m,n] = g[k][m,n] + g[k-1][m,n]
        end
    end
end
% The loop around changes the index.
function y = total(g : vec[mat], w : int)
    y = zeros(w, w)
    for k = 0..numel(g)-1
        for m = 0..w-1
            for n = 0..w-1
                y[m,n] += g[k][m,n]
            end
        end
    end
end
% Each iteration reads another array.
function [] = rounds(g : vec[mat], y : vec)
    for k = 0..numel(g)-1
        y[k] = g[k][0,0]
    end
end
% An array of arrays in another one.
function y = deep(g : vec[vec[mat]], w : int)
    y = zeros(w)
    for n = 0..w-1
        y[n] = g[1][0][0,n]
    end
end
% The loop puts another array into the place.
function y = changed(g : vec[mat], w : int)
    y = zeros(w)
    for k = 0..1
        g[0] = g[1]
        for n = 0..w-1
            y[n] += g[0][0,n]
        end
    end
end
% Nothing lies at the place: reads give 0, and nothing is read where there is no iteration.
function y = nothing(g : vec[mat], w : int)
    y = ones(w)
    for n = 0..w-1
        y[n] = g[7][0,n]
    end
end
function [] = main(w : int = 3)
    g = vec[mat](w)
    for k = 0..w-1
        g[k] = ones(w, w)*(k+1)
    end
    % => [2,2,2]
    print twice(g)[0,0..2]
    % 3+2, then 5+5
    add(g, 2, w)
    % => 5
    print g[2][2,2]
    g[1] = g[2]
    add(g, 2, w)
    % => 10
    print g[2][0,2]
    % Before the first array lies nothing, which reads as 0.
    add(g, 0, w)
    % => 1
    print g[0][1,1]
    % 1+10+10
    % => [21,21,21]
    print total(g, w)[1,0..2]
    y = zeros(w)
    rounds(g, y)
    % => [1,10,10]
    print y
    h = vec[vec[mat]](2)
    h[1] = g
    % => [1,1,1]
    print deep(h, w)
    % => [20,20,20]
    print changed(g, w)
    % => [0,0,0]
    print nothing(g, w)
    % => 0
    print numel(nothing(g, 0*w))
    % Writing to what lies nowhere is an error of the write.
    try
        add(g, w, w)
    catch e
        print "no array"
    end
    % => no array
end
