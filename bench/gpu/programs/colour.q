% A blur of three columns of a colour image whose channels are innermost.
% Prints sums and samples of the result.
function [] = main(n : int = 3072, repetitions : int = 20)
    x : cube'mirror = zeros(n, n, 3)
    for i = 0..n-1
        for j = 0..n-1
            for c = 0..2
                x[i,j,c] = mod(7919*i + 104729*j + 31*i*j + 77*c, 1024)/1024
            end
        end
    end
    y = zeros(n, n, 3)
    for r = 1..repetitions
        for i = 0..n-1
            for j = 0..n-1
                for c = 0..2
                    y[i,j,c] = 0.25*x[i,j-1,c] + 0.5*x[i,j,c] + 0.25*x[i,j+1,c]
                end
            end
        end
    end
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0,0], " ", y[int(n/2),int(n/3),1], " ", y[n-5,n-7,2]
end
