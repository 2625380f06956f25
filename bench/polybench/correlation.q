% The correlation matrix of columns of data.
import "check.q"

function [] = correlation(data : mat, corr : mat, mean : vec, stddev : vec)
    m = size(data,1)
    n = size(data,0)
    for j = 0..m-1                         %: parallel
        s = 0.0
        for i = 0..n-1                     %: accumulator within kernel
            s += data[i,j]
        end
        mean[j] = s/n
    end
    for j = 0..m-1                         %: parallel
        s = 0.0
        for i = 0..n-1                     %: accumulator within kernel
            s += (data[i,j] - mean[j])*(data[i,j] - mean[j])
        end
        d = sqrt(s/n)
        stddev[j] = d <= 0.1 ? 1.0 : d
    end
    for i = 0..n-1                         %: parallel
        for j = 0..m-1                     %: parallel
            data[i,j] = (data[i,j] - mean[j])/(sqrt(1.0*n)*stddev[j])
        end
    end
    for i = 0..m-1                         %: parallel
        corr[i,i] = 1
        for j = i+1..m-1                   %: parallel
            s = 0.0
            for k = 0..n-1                 %: accumulator within kernel
                s += data[k,i]*data[k,j]
            end
            corr[i,j] = s
            corr[j,i] = s
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    data = zeros(m, n)
    corr = zeros(n, n)
    mean = zeros(n)
    stddev = zeros(n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..m-1
            for j = 0..n-1
                data[i,j] = mod(i*i + 5*i*j + 3*j, 23)/4
            end
        end
        tic()
        correlation(data, corr, mean, stddev)
        times[run] = toc("")
    end
    print "times: ", times
    check(corr)
end
