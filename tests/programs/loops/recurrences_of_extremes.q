% Tables whose elements wait for the one before: alignment of sequences and the distance between them.
function score = align(a : vec[int], b : vec[int], similarity : mat[int], gap : int)
    score = mat[int](numel(a)+1, numel(b)+1)
    for i = 0..numel(a)
        score[i,0] = -i*gap
    end
    for j = 0..numel(b)
        score[0,j] = -j*gap
    end
    for i = 1..numel(a)
        for j = 1..numel(b)
            both = score[i-1,j-1] + similarity[a[i-1],b[j-1]]
            score[i,j] = max(both, max(score[i-1,j] - gap, score[i,j-1] - gap))
        end
    end
end
function d = distance(a : vec[int], b : vec[int])
    d = mat[int](numel(a)+1, numel(b)+1)
    for i = 0..numel(a)
        d[i,0] = i
    end
    for j = 0..numel(b)
        d[0,j] = j
    end
    for i = 1..numel(a)
        for j = 1..numel(b)
            d[i,j] = min(d[i,j-1] + 1, min(d[i-1,j] + 1, d[i-1,j-1] + (a[i-1] == b[j-1] ? 0 : 1)))
        end
    end
end
% The row that is read is the one that changes: nothing may be read before the loop.
function x = spread(x : mat[int])
    for i = 0..size(x,0)-1
        for j = 1..size(x,1)-1
            x[i,j] = max(x[i,0], max(x[i,j], x[i,j-1] - 2))
            x[i,0] = x[i,0] + 1
        end
    end
end
% No element is there to be read.
function y = none(x : vec[int], n : int)
    y = vec[int](3)
    for i = 0..2
        for j = 0..n-1
            y[i] = max(y[i], max(x[i], j))
        end
    end
end
function [] = main()
    a = vec[int](19)
    b = vec[int](23)
    for k = 0..18
        a[k] = mod(7*k*k + 3, 5)
    end
    for k = 0..22
        b[k] = mod(5*k*k + k, 5)
    end
    similarity = mat[int](5, 5)
    for i = 0..4
        for j = 0..4
            similarity[i,j] = i == j ? 6 : mod(7*(i+j) + i*j, 8) - 5
        end
    end
    s = align(a, b, similarity, 4)
    d = distance(a, b)
    print s[19,23], " ", sum(s), " ", min(s), " ", max(s)
    print d[19,23], " ", sum(d)
    print spread([[1,5,2,9],[7,0,0,0]])
    print none(vec[int](0), 0)
end
% => 46 -2134 -92 52
% => 14 5001
% => [[4,5,3,9],
% =>  [10,7,8,9]]
% => [0,0,0]
