%! features: F327
% Elements at constant distances: the channels of an image, parts of complex numbers, every second to fourth column, rows read backwards.
% Every element is compared with the number that it is made of: value(m, n, c), below 100, so that all types of elements can hold it.
function v = value(m : int, n : int, c : int)
    v = mod(7*m + 3*n + 29*c, 100)
end

% The channels take turns: in another array, in the same one, and with one of them left as it is.
function wrong = turned(x, y, z)
    h = size(x,0)
    w = size(x,1)
    for m = 0..h-1
        for n = 0..w-1
            for c = 0..size(x,2)-1
                x[m,n,c] = value(m, n, c)
                z[m,n,c] = value(m, n, c)
            end
        end
    end
    for m = 0..h-1
        for n = 0..w-1
            a = x[m,n,0]
            b = x[m,n,1]
            c = x[m,n,2]
            y[m,n,0] = c
            y[m,n,1] = a
            y[m,n,2] = b
        end
    end
    for m = 0..h-1
        for n = 0..w-1
            a = z[m,n,0]
            z[m,n,0] = z[m,n,2]
            z[m,n,2] = a
        end
    end
    wrong = 0
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..w-1
            wrong += y[m,n,0] != value(m, n, 2)
            wrong += y[m,n,1] != value(m, n, 0)
            wrong += y[m,n,2] != value(m, n, 1)
            wrong += z[m,n,0] != value(m, n, 2)
            wrong += z[m,n,1] != value(m, n, 1)
            wrong += z[m,n,2] != value(m, n, 0)
        end
    end
end

% Four channels, of which one comes from a neighbour.
function wrong = of_four(x, y)
    h = size(x,0)
    w = size(x,1)
    for m = 0..h-1
        for n = 0..w-1
            for c = 0..3
                x[m,n,c] = value(m, n, c)
            end
        end
    end
    for m = 0..h-1
        for n = 1..w-1
            y[m,n,0] = x[m,n,3]
            y[m,n,1] = x[m,n-1,2]
            y[m,n,2] = x[m,n,1]
            y[m,n,3] = x[m,n,0]
        end
    end
    wrong = 0
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 1..w-1
            wrong += y[m,n,0] != value(m, n, 3)
            wrong += y[m,n,1] != value(m, n-1, 2)
            wrong += y[m,n,2] != value(m, n, 1)
            wrong += y[m,n,3] != value(m, n, 0)
        end
    end
end

% Every second to fourth column, and backwards.
function wrong = steps(x, y)
    w = size(y,1)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            x[m,n] = value(m, n, 0)
        end
    end
    for n = 0..w-1
        y[0,n] = x[0,2*n]
        y[1,n] = x[1,2*n+1]
        y[2,n] = x[2,3*n+2]
        y[3,n] = x[3,4*n+1]
        y[4,n] = x[4,w-1-n]
        y[5,n] = x[5,2*n] + x[5,2*n+1]
    end
    wrong = 0
    {!serial for}
    for n = 0..w-1
        wrong += y[0,n] != value(0, 2*n, 0)
        wrong += y[1,n] != value(1, 2*n+1, 0)
        wrong += y[2,n] != value(2, 3*n+2, 0)
        wrong += y[3,n] != value(3, 4*n+1, 0)
        wrong += y[4,n] != value(4, w-1-n, 0)
        wrong += y[5,n] != min(value(5, 2*n, 0) + value(5, 2*n+1, 0), maximum(y))
    end
end
function most = maximum(y : mat[int8])
    most = 127
end
function most = maximum(y : mat[uint8])
    most = 255
end
function most = maximum(y)
    most = 1000
end

% The product of complex numbers by its definition.
function wrong = products(n : int)
    x = complex(zeros(n), zeros(n))
    y = complex(zeros(n), zeros(n))
    for i = 0..n-1
        x[i] = complex(value(0, i, 0), value(1, i, 0))
        y[i] = complex(value(2, i, 0), value(3, i, 0))
    end
    for i = 0..n-1
        y[i] = x[i]*y[i]
    end
    wrong = 0
    {!serial for}
    for i = 0..n-1
        a = value(0, i, 0)
        b = value(1, i, 0)
        c = value(2, i, 0)
        d = value(3, i, 0)
        wrong += real(y[i]) != a*c - b*d || imag(y[i]) != a*d + b*c
    end
end

wrong = 0
for w = [1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 47, 50, 75]
    wrong += turned(cube[uint8](3, w, 3), cube[uint8](3, w, 3), cube[uint8](3, w, 3))
    wrong += turned(cube[int8](3, w, 3), cube[int8](3, w, 3), cube[int8](3, w, 3))
    wrong += turned(cube[uint16](3, w, 3), cube[uint16](3, w, 3), cube[uint16](3, w, 3))
    wrong += turned(cube[int16](3, w, 3), cube[int16](3, w, 3), cube[int16](3, w, 3))
    wrong += turned(cube[int](3, w, 3), cube[int](3, w, 3), cube[int](3, w, 3))
    wrong += turned(cube(3, w, 3), cube(3, w, 3), cube(3, w, 3))
    wrong += turned(cube(3, w, 4), cube(3, w, 4), cube(3, w, 5))
    wrong += of_four(cube[uint8](2, w, 4), cube[uint8](2, w, 4))
    wrong += of_four(cube[int16](2, w, 4), cube[int16](2, w, 4))
    wrong += of_four(cube(2, w, 4), cube(2, w, 4))
    wrong += steps(mat[uint8](6, 4*w), mat[uint8](6, w))
    wrong += steps(mat[int8](6, 4*w), mat[int8](6, w))
    wrong += steps(mat[int16](6, 4*w), mat[int16](6, w))
    wrong += steps(mat[int](6, 4*w), mat[int](6, w))
    wrong += steps(mat(6, 4*w), mat(6, w))
    wrong += products(w)
end
print wrong
% => 0
