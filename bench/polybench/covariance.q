% The covariance matrix of columns of data.
import "check.q"

function [] = covariance(data : mat, cov : mat, mean : vec)
    m = size(data,1)
    n = size(data,0)
    for j = 0..m-1                         %: parallel
        s = 0.0
        for i = 0..n-1                     %: accumulator within kernel
            s += data[i,j]
        end
        mean[j] = s/n
    end
    for i = 0..n-1                         %: parallel
        for j = 0..m-1                     %: parallel
            data[i,j] -= mean[j]
        end
    end
    for i = 0..m-1                         %: parallel
        for j = i..m-1                     %: parallel
            s = 0.0
            for k = 0..n-1                 %: accumulator within kernel
                s += data[k,i]*data[k,j]
            end
            cov[i,j] = s/(n - 1.0)
            cov[j,i] = cov[i,j]
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    data = zeros(m, n)
    cov = zeros(n, n)
    mean = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..m-1
            for j = 0..n-1
                data[i,j] = mod(i*i + 5*i*j + 3*j, 23)/4
            end
        end
        tic()
        covariance(data, cov, mean)
        times[run] = toc("")
    end
    print "times: ", times
    check(cov)
end
