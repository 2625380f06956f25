% The largest number of pairs in a folded strand of bases, by dynamic programming.
import "check.q"

function [] = nussinov(bases : vec[int], table : mat[int])
    n = numel(bases)
    for i = n-1..-1..0                     %: serial: row i reads row i+1
        for j = i+1..n-1                   %: serial: table[i,j] reads table[i,j-1]
            best = max(table[i,j-1], table[i+1,j])
            inner = table[i+1,j-1]
            if i < j-1 && bases[i] + bases[j] == 3
                inner += 1
            end
            best = max(best, inner)
            for k = i+1..j-1               %: accumulator
                best = max(best, table[i,k] + table[k+1,j])
            end
            table[i,j] = best
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    bases = vec[int](n)
    table = mat[int](n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            bases[i] = mod(i*i + int(i/3), 4)
            for j = 0..n-1
                table[i,j] = 0
            end
        end
        tic()
        nussinov(bases, table)
        times[run] = toc("")
    end
    print "times: ", times
    check(table)
end
