% The heat equation in space, 20 double steps.
import "check.q"

function [] = heat(a : cube, b : cube)
    last = size(a,0)-2
    for t = 1..20                          %: serial: each step reads the step before
        for i = 1..last                    %: parallel
            for j = 1..last                %: parallel
                for k = 1..last            %: parallel
                    b[i,j,k] = 0.125*(a[i+1,j,k] - 2*a[i,j,k] + a[i-1,j,k]) + 0.125*(a[i,j+1,k] - 2*a[i,j,k] + a[i,j-1,k]) + 0.125*(a[i,j,k+1] - 2*a[i,j,k] + a[i,j,k-1]) + a[i,j,k]
                end
            end
        end
        for i = 1..last                    %: parallel
            for j = 1..last                %: parallel
                for k = 1..last            %: parallel
                    a[i,j,k] = 0.125*(b[i+1,j,k] - 2*b[i,j,k] + b[i-1,j,k]) + 0.125*(b[i,j+1,k] - 2*b[i,j,k] + b[i,j-1,k]) + 0.125*(b[i,j,k+1] - 2*b[i,j,k] + b[i,j,k-1]) + b[i,j,k]
                end
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    a = zeros(n, n, n)
    b = zeros(n, n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                for k = 0..n-1
                    a[i,j,k] = mod(i + 2*j + 3*k, 10)/10
                    b[i,j,k] = a[i,j,k]
                end
            end
        end
        tic()
        heat(a, b)
        times[run] = toc("")
    end
    print "times: ", times
    check(a)
end
