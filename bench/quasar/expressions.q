% Array expressions, as one would write them. `which` chooses one.
% Prints the time of every repetition in milliseconds, then sums and samples of the result.
function z = chain(a, x : mat, y : mat)
    z = a.*x + y.^2 + exp(-x)
end
function z = statements(a, x : mat, y : mat)
    t = a.*x
    u = t + y.^2
    z = u + exp(-x)
end
function z = slices(x : mat, y : mat)
    n = size(x, 0)
    z = x[1..n-1,:] - x[0..n-2,:] + 0.5*y[0..n-2,:]
end
function [] = main(which : string = "chain", n : int = 512, repetitions : int = 20)
    x = zeros(n, n)
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
            y[i,j] = mod(7919*j + 104729*i, 512)/512
        end
    end
    times = zeros(repetitions)
    z = zeros(n, n)
    largest = 0.0
    for r = 0..repetitions-1
        tic()
        if which == "chain"
            z = chain(0.7, x, y)
        elseif which == "statements"
            z = statements(0.7, x, y)
        elseif which == "slices"
            z = slices(x, y)
        elseif which == "update"
            z = 0.75.*z + 0.25.*x
        else
            largest = max(abs(x - y))
        end
        times[r] = toc("")
    end
    print "times: ", times
    print "check: ", sum(z), " ", z[0,0], " ", z[int(n/2),int(n/3)], " ", z[n-5,n-7], " ", largest
end
