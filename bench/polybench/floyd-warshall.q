% Lengths of the shortest paths between all pairs of nodes.
import "check.q"

function [] = floyd_warshall(path : mat)
    n = size(path,0)
    % Row k and column k are read by all iterations and written by iteration k, which runs by itself.
    for k = 0..n-1                         %: serial: paths over node k need those over the nodes before it
        for i = 0..n-1                     %: parallel
            for j = 0..n-1                 %: parallel
                path[i,j] = min(path[i,j], path[i,k] + path[k,j])
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    path = zeros(n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                path[i,j] = 1 + mod(i*j, 7)
                if mod(i + j, 13) == 0 || mod(i + j, 7) == 0 || mod(i + j, 11) == 0
                    path[i,j] = 999
                end
            end
        end
        tic()
        floyd_warshall(path)
        times[run] = toc("")
    end
    print "times: ", times
    check(path)
end
