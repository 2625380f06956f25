% A histogram of the grey levels of an image of bytes.
% Prints sums and samples of the result.
function [] = main(n : int = 6144, repetitions : int = 20)
    x = mat[uint8](n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = and(7*i + 13*j + int(i*j/64), 255)
        end
    end
    y = zeros(256)
    for r = 1..repetitions
        h = vec[int](256)
        for i = 0..n-1
            for j = 0..n-1
                h[x[i,j]] += 1
            end
        end
        y[0..255] = h
    end
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0], " ", y[100], " ", y[249]
end
