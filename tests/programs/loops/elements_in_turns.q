% Stores whose positions go by two through rows and columns, all elements or some; what is left out is zero in every round, whatever lay in
% the memory before. By definition of the elements.

function y = all_of(x : mat)
    y = cube[int16](2*size(x,0), 2*size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = int(x[m,n])
            for c = 0..2
                y[2*m,2*n,c] = v + c
            end
            if v > 50
                y[2*m,2*n+1,0] = v
                y[2*m,2*n+1,1] = 1
                y[2*m,2*n+1,2] = 2
            else
                y[2*m,2*n+1,2] = 3
                y[2*m,2*n+1,0] = -v
                y[2*m,2*n+1,1] = 4
            end
            y[2*m+1,2*n,0] = v + 10
            y[2*m+1,2*n,1] = v + 11
            y[2*m+1,2*n,2] = v + 12
            y[2*m+1,2*n+1,0] = v + 13
            y[2*m+1,2*n+1,1] = v + 14
            y[2*m+1,2*n+1,2] = v + 15
        end
    end
end

function y = some_of(x : mat)
    y = cube[int16](2*size(x,0), 2*size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = int(x[m,n])
            y[2*m,2*n,0] = v
            y[2*m,2*n,2] = v + 2
            if v > 50
                y[2*m,2*n+1,0] = v
            else
                y[2*m,2*n+1,1] = -v
            end
            y[2*m+1,2*n,0] = v + 10
            y[2*m+1,2*n,1] = v + 11
            y[2*m+1,2*n,2] = v + 12
            y[2*m+1,2*n+1,1] = v + 14
        end
    end
end

% The element of `all_of` or of `some_of`.
function e = element(v : int, row : int, column : int, c : int, every : int)
    e = 0
    if row == 0 && column == 0
        e = every == 1 || c != 1 ? v + c : 0
    elseif row == 0
        if v > 50
            e = c == 0 ? v : every*c
        else
            e = c == 1 ? (every == 1 ? 4 : -v) : every*(c == 0 ? -v : 3)
        end
    elseif column == 0
        e = v + 10 + c
    else
        e = every == 1 ? v + 13 + c : (c == 1 ? v + 14 : 0)
    end
end

function n = differences(y : cube[int16], x : mat, every : int)
    n = 0
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..2
                if y[i,j,c] != element(int(x[int(i/2),int(j/2)]), mod(i, 2), mod(j, 2), c, every)
                    n += 1
                end
            end
        end
    end
end

function [] = main()
    x = zeros(200, 230)
    for m = 0..199
        for n = 0..229
            x[m,n] = mod(7*m + 13*n, 100)
        end
    end
    wrong = 0
    {!serial for}
    for r = 0..2
        wrong += differences(all_of(x), x, 1)
        wrong += differences(some_of(x), x, 0)
    end
    print wrong
    % => 0
end
