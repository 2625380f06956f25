% Arrays of zeros that loops store into where a condition holds: the others keep their zero.
function y = positive(x : mat)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] > 0
                y[m,n] = 2*x[m,n]
            end
        end
    end
end
% Bytes, several branches, one of which stores nothing.
function y = classes(x : mat)
    y = mat[uint8](size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] > 20
                y[m,n] = 200
            elseif x[m,n] > 0
                if mod(n, 2) == 0
                    y[m,n] = 100
                end
            elseif x[m,n] < -20
                y[m,n] = 50
            end
        end
    end
end
% A vector, and the last of several stores.
function y = last_below(x : vec, limits : vec)
    y = vec[int](numel(x))
    for k = 0..numel(x)-1
        for j = 0..numel(limits)-1
            if x[k] < limits[j]
                y[k] = j + 1
            end
        end
    end
end
% In every round a new array, which is handed on by its variable.
function y = grown(mask : mat[int], rounds : int)
    y : mat[int]'safe = mat[int](size(mask))
    y[0,0] = 1
    for r = 1..rounds
        next = mat[int](size(mask))
        for m = 0..size(mask,0)-1
            for n = 0..size(mask,1)-1
                if mask[m,n] != 0
                    next[m,n] = max(y[m,n], max(max(y[m-1,n], y[m+1,n]), max(y[m,n-1], y[m,n+1])))
                end
            end
        end
        y = next
    end
end
% Elements of the same array are read: zeros until the loop has come to them.
function y = staircase(n : int)
    y = vec[int](n)
    for k = 0..n-1
        if k > 0 && mod(k, 3) != 0
            y[k] = y[k-1] + 1
        end
    end
end
% A loop that is left keeps zeros behind the place, and one over a part keeps them around it.
function y = until_found(x : vec, what)
    y = zeros(numel(x))
    for k = 0..numel(x)-1
        if x[k] == what
            break
        end
        if x[k] > 0
            y[k] = x[k]
        end
    end
end
function y = inner_part(x : mat)
    y = zeros(size(x))
    for m = 1..size(x,0)-2
        for n = 1..size(x,1)-2
            if x[m,n] > 0
                y[m,n] = x[m,n]
            end
        end
    end
end
% An error on the way: what it left is not seen, and the array that is made anew is whole.
function y = careful(x : vec, table : vec)
    y = vec[int](1)
    try
        y = vec[int](numel(x))
        for k = 0..numel(x)-1
            if x[k] > 0
                y[k] = int(table[int(x[k])])
            end
        end
    catch ex
        y = vec[int](numel(x))
        for k = 0..numel(x)-1
            if x[k] > 0 && x[k] < numel(table)
                y[k] = int(table[int(x[k])])
            end
        end
    end
end
function [] = main()
    sizes = [[1,1],[3,17],[40,33],[5,200]]
    for k = 0..size(sizes,0)-1
        rows = sizes[k,0]
        columns = sizes[k,1]
        x = zeros(rows, columns)
        for m = 0..rows-1
            for n = 0..columns-1
                x[m,n] = mod(31*m + 17*n, 101) - 50
            end
        end
        v = reshape(x, [1, rows*columns])
        y = positive(x)
        c = classes(x)
        l = last_below(v, [-30, 0, 30])
        print rows, " ", columns, ": ", sum(y), " ", y[rows-1,columns-1], " ", sum(c), " ", sum(l), " ", sum(inner_part(x)), " ", sum(until_found(v, 7))
    end
    mask = ones(9, 12)
    mask[3,4] = 0
    print sum(grown(cast(mask, int), 6))
    print staircase(8)
    print careful([1,-2,3,0], [10,20,30,40]), careful([1,-2,9,0], [10,20,30,40])
end
% => 1 1: 0 0 50 3 0 0
% => 3 17: 1300 0 4150 117 246 650
% => 40 33: 33126 0 110800 3138 14853 1674
% => 5 200: 25152 46 83850 2379 7481 369
% => 28
% => [0,1,2,0,1,2,0,1]
% => [20,0,40,0][20,0,0,0]
