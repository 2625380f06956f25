% Launches of a few long lines: threads share a line, each a piece of it.
function y = element_by_element(x : mat)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = floor(sqrt(x[m,n]*x[m,n] + 0.5)) + m
        end
    end
end
% Borders at both ends of each line.
function y = neighbours(x : mat'mirror)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = floor(sqrt(x[m,n-1]*x[m,n-1] + 0.5)) + 2*x[m,n+1] + x[m,n-2]
        end
    end
end
% The last two dimensions of an array of three.
function y = last_dimensions(x : cube, k : int)
    y = zeros(size(x))
    for m = 0..size(x,1)-1
        for n = 0..size(x,2)-1
            y[k,m,n] = floor(sqrt(x[k,m,n]*x[k,m,n] + 0.5)) - n
        end
    end
end
% Three dimensions, of which the first two are short.
function y = shifted(x : cube'clamped)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = 0..size(x,2)-1
                y[m,n,k] = floor(sqrt(x[m,n,k+1]*x[m,n,k+1] + 0.5)) + x[m,n,k-1]
            end
        end
    end
end
function y = filtered(x : vec, f : mat, step : int)
    count = (numel(x) - size(f,1))/step + 1
    y = zeros(size(f,0), int(floor(count)))
    for b = 0..size(y,0)-1
        for k = 0..size(y,1)-1
            for t = 0..size(f,1)-1
                y[b,k] += f[b,t]*x[step*k + t]
            end
        end
    end
end
function y = looked_up(table : vec'checked, at : imat)
    y = zeros(size(at))
    for m = 0..size(at,0)-1
        for n = 0..size(at,1)-1
            y[m,n] = sqrt(table[at[m,n]])
        end
    end
end
function [] = main(lines : int = 3, columns : int = 40011)
    x = zeros(lines, columns)
    z = zeros(2, lines, columns)
    at = imat(lines, columns)
    for m = 0..lines-1
        for n = 0..columns-1
            x[m,n] = mod(7*n + m, 1000)
            z[0,m,n] = mod(7*n + m, 1000)
            z[1,m,n] = mod(n, 100)
            at[m,n] = mod(n, 50)
        end
    end
    a = element_by_element(x)
    print a[0,0], " ", a[2,40010], " ", sum(a - x), " ", max(abs(a - x))
    b = neighbours(x)
    wrong = 0
    for m = 0..lines-1
        for n = 2..columns-2
            if b[m,n] != x[m,n-1] + 2*x[m,n+1] + x[m,n-2]
                wrong += 1
            end
        end
    end
    print wrong, " ", b[1,0], " ", b[1,1], " ", b[1,columns-1]
    c = last_dimensions(z, 1)
    print sum(c[0,:,:]), " ", c[1,0,0], " ", c[1,2,40010], " ", c[1,1,15000]
    d = shifted(z)
    print d[0,1,0], " ", d[0,1,40010], " ", d[1,2,99], " ", d[1,0,15000]
    f = ones(9, 4)
    for t = 0..3
        f[8,t] = t
    end
    e = filtered(x[0,:], f, 2)
    print size(e), " ", e[0,0], " ", e[7,20003], " ", e[8,20003], " ", e[8,1]
    try
        at[2,20000] = 50
        g = looked_up(ones(50), at)
        print "no error"
    catch ex
        print ex
    end
end
% => 0 74 120033 2
% => 0 25 32 263
% => 0 0 -40000 -15000
% => 9 135 98 100
% => [9,20004] 42 210 350 182
% => index 50 of 'table' is outside its 50 elements
