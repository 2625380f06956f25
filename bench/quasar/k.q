% The product V*D*transpose(V) of matrices of 3x3 at every place; V from its neighbourhood, D a diagonal matrix; its determinant and its sum.
% Prints the time of every repetition in milliseconds, then sums and samples of the result.
function [] = main(n : int = 512, repetitions : int = 20)
    x = zeros(n, n)
    z = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
            z[i,j] = mod(7919*j + 104729*i, 512)/512
        end
    end
    y = zeros(n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        for i = 1..n-2
            for j = 1..n-2
                v = [[x[i-1,j-1], x[i-1,j], x[i-1,j+1]], [x[i,j-1], x[i,j], x[i,j+1]], [x[i+1,j-1], x[i+1,j], x[i+1,j+1]]]
                d = [[z[i,j-1], 0, 0], [0, z[i,j], 0], [0, 0, z[i,j+1]]]
                m = v*d*transpose(v)
                determinant = m[0,0]*(m[1,1]*m[2,2] - m[1,2]*m[2,1]) - m[0,1]*(m[1,0]*m[2,2] - m[1,2]*m[2,0]) + m[0,2]*(m[1,0]*m[2,1] - m[1,1]*m[2,0])
                y[i,j] = determinant + sum(m)
            end
        end
        times[r] = toc("")
    end
    print "times: ", times
    print "check: ", sum(y), " ", sum(y.*y), " ", y[0,0], " ", y[int(n/2),int(n/3)], " ", y[n-5,n-7]
end
