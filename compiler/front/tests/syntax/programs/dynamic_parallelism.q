function [] = __kernel__ outer(x : mat, y : mat, pos : ivec2)
    function s : scalar = __device__ inner(v : vec, n : int)
        s = 0
        for i = 0..n-1
            s += v[i]^2
        end
    end
    row = x[pos[0], :]
    if pos[1] == 0 && numel(row) > 64
        parallel_do(size(row), __kernel__ (pos2 : int) -> y[pos[0], pos2] = row[numel(row)-1-pos2])
    end
    y[pos] = inner(row, numel(row))
end
for m=0..size(y,0)-1
    for c=0..size(y,2)-1
        row = x[m,:,c]
        y[m,:,c] = row[numel(row)-1..-1..0]
    end
end
