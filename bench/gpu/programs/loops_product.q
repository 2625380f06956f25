% A product of matrices as three loops.
% Prints sums and samples of the result.
function [] = main(n : int = 2048, repetitions : int = 5)
    a = zeros(n, n)
    b = zeros(n, n)
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            a[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
            b[i,j] = mod(7919*j + 104729*i, 512)/512
        end
    end
    for r = 1..repetitions
        for i = 0..n-1
            for j = 0..n-1
                s = 0.0
                for k = 0..n-1
                    s += a[i,k]*b[k,j]
                end
                y[i,j] = s
            end
        end
    end
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
