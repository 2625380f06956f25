%! features: F327
% Positions that a condition selects, each of which changes whole numbers in a loop: rows with none, with a few, with more than a list has
% room for. Each result is compared with that of serial loops.
function x = marks(h : int, w : int, every : int)
    x = zeros(h, w)
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..w-1
            if mod(5*m + 3*n + m*n, every) == 0
                x[m,n] = 1 + mod(m + n, 3)
            end
        end
    end
end
% Lines through each mark; a row without marks in the middle.
function v = lines(x : mat, angles : int)
    reach = size(x,0) + size(x,1)
    v = mat[int](angles, 2*reach + 1)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] > 0
                for a = 0..angles-1
                    v[a, int(floor(n*cos(a*0.1) + m*sin(a*0.1) + 0.5)) + reach] += 1
                end
            end
        end
    end
end
function v = lines_serial(x : mat, angles : int)
    reach = size(x,0) + size(x,1)
    v = mat[int](angles, 2*reach + 1)
    {!serial for}
    for m = 0..size(x,0)-1
        {!serial for}
        for n = 0..size(x,1)-1
            if x[m,n] > 0
                {!serial for}
                for a = 0..angles-1
                    v[a, int(floor(n*cos(a*0.1) + m*sin(a*0.1) + 0.5)) + reach] += 1
                end
            end
        end
    end
end
% What a mark adds depends on it and on the iteration; some iterations add nothing, and some lie outside.
function v = weighted(x : mat, k : int, from : int)
    v : mat[int]'safe = mat[int](k, size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] > 1
                weight = int(x[m,n])
                row = mod(m, 3)
                for a = from..k-1
                    if mod(a + n, 4) != 0
                        v[a, n + row*a - 2] += weight*a
                    end
                end
            end
        end
    end
end
function v = weighted_serial(x : mat, k : int, from : int)
    v : mat[int]'safe = mat[int](k, size(x,1))
    {!serial for}
    for m = 0..size(x,0)-1
        {!serial for}
        for n = 0..size(x,1)-1
            if x[m,n] > 1
                weight = int(x[m,n])
                row = mod(m, 3)
                {!serial for}
                for a = from..k-1
                    if mod(a + n, 4) != 0
                        v[a, n + row*a - 2] += weight*a
                    end
                end
            end
        end
    end
end
% The greatest and the least that is met, and bits that change.
function v = greatest(x : mat, k : int)
    v = mat[int](k)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] > 0
                for a = 0..k-1
                    v[mod(a*n + m, k)] ^^= 1000*m + mod(7*n + a, 64)
                end
            end
        end
    end
end
function v = greatest_serial(x : mat, k : int)
    v = mat[int](k)
    {!serial for}
    for m = 0..size(x,0)-1
        {!serial for}
        for n = 0..size(x,1)-1
            if x[m,n] > 0
                {!serial for}
                for a = 0..k-1
                    v[mod(a*n + m, k)] ^^= 1000*m + mod(7*n + a, 64)
                end
            end
        end
    end
end
% The last iteration leaves the array, which goes on with its first row.
function v = around(x : mat, k : int)
    v : mat[int]'circular = mat[int](k, 8)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] > 0
                for a = 1..k
                    v[a, n] += m + a
                end
            end
        end
    end
end
function v = around_serial(x : mat, k : int)
    v : mat[int]'circular = mat[int](k, 8)
    {!serial for}
    for m = 0..size(x,0)-1
        {!serial for}
        for n = 0..size(x,1)-1
            if x[m,n] > 0
                {!serial for}
                for a = 1..k
                    v[a, n] += m + a
                end
            end
        end
    end
end
% Marks in a vector, whose loops have bounds of the launch.
function v = of_a_vector(x : vec, k : int)
    v = mat[int](k, 8)
    for n = 0..numel(x)-1
        if x[n] > 0
            for a = 1..k-2
                v[a, mod(n + a, 8)] -= n
            end
        end
    end
end
function v = of_a_vector_serial(x : vec, k : int)
    v = mat[int](k, 8)
    {!serial for}
    for n = 0..numel(x)-1
        if x[n] > 0
            {!serial for}
            for a = 1..k-2
                v[a, mod(n + a, 8)] -= n
            end
        end
    end
end
function [] = same(name : string, a, b)
    difference = sum(abs(a - b))
    if difference > 0
        printf("%s differs by %d\n", name, difference)
    end
end
function [] = try_all(h : int, w : int, every : int)
    x = marks(h, w, every)
    total = 0
    for k = [1, 7, 8, 9, 20, 40]
        a = lines(x, k)
        same("lines", a, lines_serial(x, k))
        total += sum(a)
        same("weighted", weighted(x, k, 0), weighted_serial(x, k, 0))
        same("from the third on", weighted(x, k, 3), weighted_serial(x, k, 3))
        same("greatest", greatest(x, k), greatest_serial(x, k))
        same("around", around(x, k), around_serial(x, k))
        same("of a vector", of_a_vector(x[0,:], k), of_a_vector_serial(x[0,:], k))
    end
    printf("%d x %d, one of %d: %d\n", h, w, every, total)
end
function [] = main()
    % => 12 x 300, one of 1: 306000
    try_all(12, 300, 1)
    % => 12 x 300, one of 2: 76500
    try_all(12, 300, 2)
    % => 30 x 200, one of 31: 15980
    try_all(30, 200, 31)
    % => 9 x 17, one of 5: 5270
    try_all(9, 17, 5)
    % => 3 x 8, one of 3: 1190
    try_all(3, 8, 3)
    % => 5 x 1, one of 2: 255
    try_all(5, 1, 2)
    % => 4 x 70, one of 1000: 85
    try_all(4, 70, 1000)
    x = marks(6, 40, 7)
    % => index 16 of 'v' is outside dimension 0, which has size 16
    % => 493
    % => 493
    for rows = [16, 17, 40]
        try
            v = mat[int](rows, 40)
            for m = 0..size(x,0)-1
                for n = 0..size(x,1)-1
                    if x[m,n] > 0
                        for a = 0..16
                            v[a, n] += 1
                        end
                    end
                end
            end
            print sum(v)
        catch e
            print e
        end
    end
end
