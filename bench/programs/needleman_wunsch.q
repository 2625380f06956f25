% The alignment of two sequences: the table of best scores, with a table for pairs of letters and a price for gaps.
import "common.q"

function score = align(a : vec[int], b : vec[int], similarity : mat[int], gap : int)
    rows = numel(a)
    columns = numel(b)
    score = mat[int](rows+1, columns+1)
    for i = 0..rows
        score[i,0] = -i*gap
    end
    for j = 0..columns
        score[0,j] = -j*gap
    end
    for i = 1..rows
        for j = 1..columns
            match_both = score[i-1,j-1] + similarity[a[i-1],b[j-1]]
            score[i,j] = max(match_both, max(score[i-1,j] - gap, score[i,j-1] - gap))
        end
    end
end

function [] = main(n : int = 2048, repetitions : int = 5)
    x = noise(2*n)
    a = vec[int](n)
    b = vec[int](n)
    for k = 0..n-1
        a[k] = int(24*x[k])
        b[k] = int(24*x[n+k])
    end
    similarity = mat[int](24, 24)
    for i = 0..23
        for j = 0..23
            similarity[i,j] = i == j ? 6 : mod(7*(i+j) + i*j, 8) - 5
        end
    end
    score = mat[int](n+1, n+1)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        score = align(a, b, similarity, 4)
        times[r] = toc("")
    end
    print "times: ", times
    check(score)
end
