% A mirrored filter of 5 x 5 weights.
% Prints sums and samples of the result.
function [] = main(n : int = 6144, repetitions : int = 20)
    x : mat'mirror = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
        end
    end
    y = zeros(n, n)
    w = ones(5, 5)/32
    w[2,2] = 0.25
    for r = 1..repetitions
        for i = 0..n-1
            for j = 0..n-1
                s = 0.0
                for k = -2..2
                    for l = -2..2
                        s += w[k+2,l+2]*x[i+k,j+l]
                    end
                end
                y[i,j] = s
            end
        end
    end
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
