% Sums over the rows and columns of blocks, for each displacement of another picture: motion estimation, and what is like it. The blocks at the border read outside.
% NumPy 2, with x = (7*m*m + 13*n + m*n) % 256 and y = (5*m + 11*n*n + 3*m*n) % 256, at(y, i, j) by the rule of the mode:
%   total[i,j] = np.abs(x[8*m:8*m+8,8*n:8*n+8] - at(y, 8*m+p+i, 8*n+q+j)).sum(), and so on; t = sum(z[m,n]*((m + 3*n) % 7)).

function t = weighted(z)
    t = 0
    for m = 0..size(z,0)-1
        for n = 0..size(z,1)-1
            t += int(z[m,n])*mod(m + 3*n, 7)
        end
    end
end

% The displacement of the least sum, the first of equal ones, as experts write it.
function [down, across, least] = motion(x : mat[uint8], y : mat[uint8]'clamped, reach : int)
    rows = int(size(x,0)/8)
    columns = int(size(x,1)/8)
    down = mat[int](rows, columns)
    across = mat[int](rows, columns)
    least = mat[int](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            best = 8*8*255 + 1
            for i = -reach..reach
                for j = -reach..reach
                    total = 0
                    for p = 0..7
                        for q = 0..7
                            total += abs(x[8*m+p,8*n+q] - y[8*m+p+i,8*n+q+j])
                        end
                    end
                    if total < best
                        best = total
                        down[m,n] = i
                        across[m,n] = j
                    end
                end
            end
            least[m,n] = best
        end
    end
end

% Blocks of 16 x 16 and squares, of a picture that goes on as in a mirror.
function z = squares(x : mat[uint8], y : mat[uint8]'mirror, reach : int)
    z = mat[int](int(size(x,0)/16), int(size(x,1)/16))
    for m = 0..size(z,0)-1
        for n = 0..size(z,1)-1
            best = 2147483647
            for i = -reach..reach
                for j = -reach..reach
                    total = 0
                    for p = 0..15
                        for q = 0..15
                            d = x[16*m+p,16*n+q] - y[16*m+p+i,16*n+q+j]
                            total += d*d
                        end
                    end
                    best = min(best, total)
                end
            end
            z[m,n] = best
        end
    end
end

% Floats, blocks of eight rows of 24 that overlap by half, a picture that begins anew at its border.
function z = overlapping(x : mat, y : mat'circular)
    z = zeros(int(size(x,0)/4) - 1, int(size(x,1)/12) - 1)
    for m = 0..size(z,0)-1
        for n = 0..size(z,1)-1
            total = 0.0
            for p = 0..7
                for q = 0..23
                    total += abs(x[4*m+p,12*n+q] - y[4*m+p-5,12*n+q+3])
                end
            end
            z[m,n] = total
        end
    end
end

% As many rows as the caller says, zeros outside; the sum and the largest difference, and a sum of three loops.
function [z, w] = rows_of_eight(x : mat[uint8], y : mat[uint8], height : int)
    z = mat[int](int(size(x,0)/8), int(size(x,1)/8))
    w = mat[int](int(size(x,0)/8), int(size(x,1)/8))
    for m = 0..size(z,0)-1
        for n = 0..size(z,1)-1
            total = 0
            largest = 0
            for p = 0..height-1
                for q = 0..7
                    d = abs(x[8*m+p,8*n+q] - y[8*m+p-2,8*n+q+4])
                    total += d
                    largest = max(largest, d)
                end
            end
            z[m,n] = 1000*largest + total
            all = 100
            for i = -1..1
                for p = 0..height-1
                    for q = 0..7
                        all += abs(x[8*m+p,8*n+q] - y[8*m+p+i,8*n+q])
                    end
                end
            end
            w[m,n] = all
        end
    end
end

function [x, y] = pictures(rows : int, columns : int)
    x = mat[uint8](rows, columns)
    y = mat[uint8](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(7*m*m + 13*n + m*n, 256)
            y[m,n] = mod(5*m + 11*n*n + 3*m*n, 256)
        end
    end
end

function [] = main()
    [x, y] = pictures(67, 155)
    [down, across, least] = motion(x, y, 3)
    print size(down), " ", weighted(down), " ", weighted(across), " ", weighted(least)
    % => [8,19] 1 -155 2073902
    [down, across, least] = motion(x, y, 0)
    print weighted(down), " ", weighted(across), " ", weighted(least)
    % => 0 0 2489880
    % The picture itself is found where it is, and what is moved where it was moved to.
    [down, across, least] = motion(x, x, 2)
    print sum(abs(down)), " ", sum(abs(across)), " ", sum(least)
    % => 0 0 0
    print size(squares(x, y, 2)), " ", weighted(squares(x, y, 2))
    % => [4,9] 265504656
    print size(overlapping(float(x), float(y))), " ", weighted(overlapping(float(x), float(y)))
    % => [15,11] 8195556
    [z, w] = rows_of_eight(x, y, 8)
    print weighted(z), " ", weighted(w)
    % => 107323288 7582450
    [z, w] = rows_of_eight(x, y, 3)
    print weighted(z), " ", weighted(w)
    % => 99430690 2904476
    [z, w] = rows_of_eight(x, y, 0)
    print weighted(z), " ", weighted(w)
    % => 0 45700
    % Pictures of one block and of none.
    [x, y] = pictures(8, 8)
    [down, across, least] = motion(x, y, 5)
    print down[0,0], " ", across[0,0], " ", least[0,0]
    % => 0 5 3606
    [x, y] = pictures(7, 30)
    [down, across, least] = motion(x, y, 5)
    print size(down), " ", sum(least)
    % => [0,3] 0
end
