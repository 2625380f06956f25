% Functions of the library that take images apart into blocks of columns and strips of rows, at extents below, at and above those of a
% block, against their definitions.
import "imregions.q"
import "imresize.q"
import "immorphology.q"

% A picture with whole numbers from -2 to 8.
function x = picture(rows : int, columns : int)
    x = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(7*m + 3*n*n + m*n, 11) - 2
        end
    end
end

function wrong = wrong_sums(x : mat)
    s = integral_image(x)
    wrong = abs(size(s,0) - size(x,0) - 1) + abs(size(s,1) - size(x,1) - 1)
    for m = 0..size(x,0)
        for n = 0..size(x,1)
            total = m > 0 && n > 0 ? s[m-1,n] + s[m,n-1] - s[m-1,n-1] + x[m-1,n-1] : 0.0
            wrong += s[m,n] != total
        end
    end
end

% Some 2 of 100 elements are not 0.
function wrong = wrong_distances(rows : int, columns : int)
    x = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(31*m + 17*n + m*n + 5, 61) == 0
        end
    end
    d = bwdist(x)
    wrong = 0
    for m = 0..rows-1
        for n = 0..columns-1
            least = 1.0/0.0
            for i = 0..rows-1
                for j = 0..columns-1
                    distance = float((m-i)*(m-i) + (n-j)*(n-j))
                    least = x[i,j] != 0 && distance < least ? distance : least
                end
            end
            wrong += abs(d[m,n] - sqrt(least)) > 0.00001
        end
    end
end

% Element i of n when the picture is mirrored at its ends.
function k = mirrored(i : int, n : int)
    k = periodize(i, 2*n)
    k = min(k, 2*n - 1 - k)
end

function wrong = wrong_extremes(x : mat, mask : mat, row : int, column : int)
    high = imdilate(x, mask, [row, column])
    low = imerode(x, mask, [row, column])
    wrong = 0
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            most = -1.0/0.0
            least = 1.0/0.0
            for i = 0..size(mask,0)-1
                for j = 0..size(mask,1)-1
                    if mask[i,j] != 0
                        most = max(most, x[mirrored(m-i+row, size(x,0)),mirrored(n-j+column, size(x,1))])
                        least = min(least, x[mirrored(m+i-row, size(x,0)),mirrored(n+j-column, size(x,1))])
                    end
                end
            end
            wrong += high[m,n] != most || low[m,n] != least
        end
    end
end

% The line between the elements on both sides, the outermost ones going on.
function y = between(x : mat, m : int, p : scalar)
    k = int(floor(p))
    t = p - k
    y = (1 - t)*x[m,max(k, 0)] + t*x[m,min(k + 1, size(x,1) - 1)]
end

function wrong = wrong_sizes(x : mat, columns : int)
    y = imresize(x, [size(x,0), columns])
    wrong = abs(size(y,0) - size(x,0)) + abs(size(y,1) - columns)
    for m = 0..size(x,0)-1
        for n = 0..columns-1
            expected = between(x, m, (n + 0.5)*size(x,1)/columns - 0.5)
            wrong += abs(y[m,n] - expected) > 0.001
        end
    end
end

function [] = main()
    masks = {[1,1,1], [[0,1,0],[1,1,1],[0,1,0]], [[1,1,0,1,1,1,1,1,1],[0,0,0,0,0,0,0,0,0],[1,0,1,0,1,0,0,0,1]], zeros(2,3), ones(5,1), [1]}
    sums = 0
    distances = 0
    extremes = 0
    sizes = 0
    for rows = [1,3,17]
        for columns = [1,16,33]
            x = picture(int(rows), int(columns))
            sums += wrong_sums(x)
            distances += wrong_distances(int(rows), int(columns))
            for k = 0..5
                mask : mat = masks[k]
                extremes += wrong_extremes(x, mask, int((size(mask,0)-1)/2), int((size(mask,1)-1)/2))
            end
            extremes += wrong_extremes(x, [[0,1],[1,1]], 2, -1)
            sizes += wrong_sizes(x, 1) + wrong_sizes(x, 7) + wrong_sizes(x, 16) + wrong_sizes(x, 40) + wrong_sizes(x, 65)
        end
    end
    % => 0 0 0 0
    print sums, " ", distances, " ", extremes, " ", sizes
    % More columns than 32 times 32: two elements are not 0.
    x = zeros(2, 1100)
    x[0,37] = 1.0
    x[1,900] = 1.0
    d = bwdist(x)
    far = 0
    for m = 0..1
        for n = 0..1099
            far += abs(d[m,n] - sqrt(float(min((n - 37)^2 + m, (n - 900)^2 + 1 - m)))) > 0.0001
        end
    end
    % => 0
    print far
    % An empty picture has sums and distances, too.
    % => 1 6 0 1
    s = integral_image(zeros(0,5))
    d = bwdist(zeros(0,5))
    t = integral_image(zeros(3,0))
    print size(s,0), " ", size(s,1), " ", numel(d), " ", size(t,1)
    % What is infinite reaches the columns that it has weight in, and no others: 2 and 4 of 6 lie at 0.75 and 1.75.
    x = [[1.0,2.0,1.0/0.0]]
    y = imresize(x, [2,6])
    % => 1 1.25 1.75 inf
    print y[0,0], " ", y[0,1], " ", y[0,2], " ", y[0,4]
    x[0,2] = 0.0/0.0
    % Maxima and minima pass over what is not a number.
    % => [2,2,2] [1,1,2]
    print imdilate(x, [1,1,1]), " ", imerode(x, [1,1,1])
    % Channels are images of their own.
    first = picture(3, 20)
    second = 5 - 2*first
    c = cat(first, second, 2)
    high = imdilate(c, disk(1)) - cat(imdilate(first, disk(1)), imdilate(second, disk(1)), 2)
    low = imerode(c, disk(1)) - cat(imerode(first, disk(1)), imerode(second, disk(1)), 2)
    larger = imresize(c, [5,30]) - cat(imresize(first, [5,30]), imresize(second, [5,30]), 2)
    % => [3,20,2] [5,30,2] 0 0 0
    print size(high), " ", size(larger), " ", max(abs(high)), " ", max(abs(low)), " ", max(abs(larger))
end
