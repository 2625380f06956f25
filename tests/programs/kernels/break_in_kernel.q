function [] = __kernel__ first_above(x : mat, y : vec, limit : scalar, pos : int)
    found = -1
    for k = 0..size(x,1)-1
        if x[pos,k] > limit
            found = k
            break
        end
    end
    y[pos] = found
end
x = [[1.0,5.0,9.0],[9.0,1.0,1.0],[1.0,1.0,1.0]]
y = zeros(3)
parallel_do(3, x, y, 4, first_above)
print y
% => [1,0,-1]
