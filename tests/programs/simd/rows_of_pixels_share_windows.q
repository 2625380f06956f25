%! features: F327
%! loop: 14 vectors along n, c
% Several rows at a time share windows of a colour image: where pixels and channels are one row, and where the channels are read so often that
% they become planes. Expected numbers by NumPy:
%
%     m, n, c = np.ogrid[:M, :N, :C]; x = (37*m + 11*n*n + 5*c*m + 3*c) % 101
%     at = lambda i, j: x[np.clip(np.arange(M)+i, 0, M-1)][:, np.clip(np.arange(N)+j, 0, N-1)]
%     greatest = np.maximum.reduce([at(i, j) for j in range(-2, 3) for i in range(j*j - most, most - j*j + 1)])
%     distances = sum(((at(i, j) - at(a+i, b+j))**2).sum(2) for a, b in product(range(-1, 2), repeat=2)
%                     for i, j in product(range(-2, 3), repeat=2))[:, :, None]
%     check = (y % 1009*((7*m + 5*n + 3*c) % 13 + 1)).sum()
function y = greatest(x : cube'clamped, heights : vec[int])
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                largest = x[m,n,c]
                for dx = -2..2
                    for dy = -heights[dx+2]..heights[dx+2]
                        largest = max(largest, x[m+dy,n+dx,c])
                    end
                end
                y[m,n,c] = largest
            end
        end
    end
end
function y = distances(x : cube'clamped)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0.0
            for a = -1..1
                for b = -1..1
                    distance = 0.0
                    for i = -2..2
                        for j = -2..2
                            for c = 0..2
                                distance += (x[m+i,n+j,c] - x[m+a+i,n+b+j,c])^2
                            end
                        end
                    end
                    total += distance/64
                end
            end
            y[m,n] = total
        end
    end
end
% How far windows reach up and down in each of five columns.
function t = heights(most : int)
    t = vec[int](5)
    {!serial for}
    for k = 0..4
        t[k] = most - (k - 2)^2
    end
end
function x = image(rows : int, columns : int, channels : int)
    x = zeros(rows, columns, channels)
    for m = 0..rows-1
        for n = 0..columns-1
            for c = 0..channels-1
                x[m,n,c] = mod(37*m + 11*n*n + 5*c*m + 3*c, 101)
            end
        end
    end
end
function s = check(y : cube)
    s = 0
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                s += mod(int(y[m,n,c]), 1009)*(mod(7*m + 5*n + 3*c, 13) + 1)
            end
        end
    end
end
function [] = main()
    print check(greatest(image(67, 9, 3), heights(9)))
    print check(greatest(image(64, 19, 1), heights(8)))
    print check(greatest(image(65, 5, 4), heights(4)))
    print check(64*distances(image(19, 17, 3)))
end
% => 1255913
% => 841885
% => 875731
% => 1012110
