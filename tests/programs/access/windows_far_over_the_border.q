% Windows that reach far over the border read a copy that has one; the elements are those that the modes of the documents give.
% The results are from a program in Python.
function y = clamped(x : mat'clamped, r : int)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0.0
            for a = -r..r
                for b = -2*r..r
                    s += x[i+a,j-b]
                end
            end
            y[i,j] = s - x[i,j]
        end
    end
end
function y = mirrored(x : mat'mirror, r : int)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0.0
            for a = -r..r
                for b = -r..r
                    s = max(s, x[i+a,j+b])
                    s += x[i+a,j+b]
                end
            end
            y[i,j] = s
        end
    end
end
function y = around(x : cube'circular, r : int)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                s = 0.0
                for a = 0..r
                    for b = -r..r
                        s += x[i+a,j+b,c]
                    end
                end
                y[i,j,c] = s
            end
        end
    end
end
function y = safely(x : mat, r : int)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0.0
            for a = -r..r
                for b = -r..r
                    s += x[i+a,j+b]
                end
            end
            y[i,j] = s
        end
    end
end
function y = bytes(x : mat[uint8]'clamped, r : int)
    y = mat[int](size(x,0), size(x,1))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0
            for a = -r..r
                for b = -r..r
                    s += x[i+a,j+b]
                end
            end
            y[i,j] = s
        end
    end
end
% One index goes through a signal, a row or a column.
function y = filtered(x, r : int)
    y = zeros(1, numel(x))
    for n = 0..numel(x)-1
        s = 0.0
        for k = -r..r
            s += (k + r + 1)*x[n+k]
        end
        y[n] = s
    end
end
% The rows are read up to where each column says; only columns have a border that is known.
function y = skyline(x : mat'clamped, t : vec[int], r : int)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0.0
            for b = -r..r
                for a = -t[b+r]..t[b+r]
                    s += x[i+a,j+b]
                end
            end
            y[i,j] = s
        end
    end
end
% What is written is what is read: no copy may keep what was before. The order is that of the text.
function [] = in_place(x : mat'clamped, r : int)
    {!serial for}
    for i = 0..size(x,0)-1
        {!serial for}
        for j = 0..size(x,1)-1
            s = 0.0
            for b = -r..r
                s += x[i,j+b]
            end
            x[i,j] = mod(s, 7)
        end
    end
end
function [] = told(y)
    weighted = 0.0
    z = reshape(1.0*y, [1, numel(y)])
    for k = 0..numel(z)-1
        weighted += z[0,k]*mod(5*k, 7)
    end
    print sum(z), " ", weighted, " ", z[0,0], " ", z[0,numel(z)-1], " ", z[0,mod(7919, numel(z))]
end
function [] = main(rows : int = 60, columns : int = 50, r : int = 7)
    x = zeros(rows, columns)
    u = mat[uint8](rows, columns)
    colours = zeros(rows, columns, 3)
    for i = 0..rows-1
        for j = 0..columns-1
            x[i,j] = mod(7*i + 3*j + i*j, 11)
            u[i,j] = mod(i*i + 5*j, 256)
            for c = 0..2
                colours[i,j,c] = mod(5*i + 2*j + 3*c, 9)
            end
        end
    end
    signal = zeros(1, 40*columns)
    for k = 0..numel(signal)-1
        signal[k] = mod(k*k, 13)
    end
    t = vec[int](2*r + 1)
    for k = 0..2*r
        t[k] = mod(k, 5) + 1
    end
    told(clamped(x, r))
    % => 4628563 13879422 1406 1873 1562
    told(mirrored(x, r))
    % => 3141907 9422825 1091 1050 1043
    told(around(colours, r))
    % => 4320000 12959988 482 487 486
    told(safely(x, r))
    % => 2710304 8129996 307 285 1034
    told(mod(bytes(u, r), 1000))
    % => 1495112 4504410 200 982 403
    told(mod(filtered(signal, 600), 1000))
    % => 998381 3007345 204 395 119
    told(mod(filtered(transpose(signal), 600), 1000))
    % => 998381 3007345 204 395 119
    told(skyline(x, t, r))
    % => 1473903 4419056 409 653 436
    % Windows larger than the picture.
    told(clamped(x[0..9,0..8], 40))
    % => 3403582 10256666 35572 39887 39887
    told(mirrored(x[0..9,0..8], 40))
    % => 2611789 7865069 29006 29054 29054
    told(safely(x[0..9,0..8], 40))
    % => 35820 107858 398 398 398
    in_place(x, r)
    told(x)
    % => 7802 23355 5 0 5
end
