% Loops within loops that could be kernels.
function y = smooth(x : mat)
    rows = size(x, 0)
    columns = size(x, 1)
    y = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            left = x[m, max(n-1, 0)]
            here = x[m, n]
            mean = (left + here)/2
            y[m, n] = mean
        end
    end
    total = sum(y)
end
function [] = main()
    a = [[1, 5, 2], [4, 0, 3]]
    b = smooth(a)
    c = smooth(b + 1)
    print b, c
end
