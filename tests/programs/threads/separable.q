% A separable filter in one launch: rows, a barrier of the whole grid, columns.
function y = filtered(x : mat, fc : vec, n : int)
    function [] = __kernel__ filter(x : mat'clamped, y : mat, z : mat'clamped, fc : vec, n : int, pos : ivec2)
        s = 0.0
        for i = 0..numel(fc)-1
            s += x[pos + [0,i-n]] * fc[i]
        end
        z[pos] = s
        syncthreads(grid)
        s = 0.0
        for i = 0..numel(fc)-1
            s += z[pos + [i-n,0]] * fc[i]
        end
        y[pos] = s
    end
    z = zeros(size(x))
    y = zeros(size(x))
    block = opt_block_size(filter, size(x))
    grid = opt_block_cnt(filter, block, size(x))
    parallel_do([size(x), block], x, y, z, fc, n, filter)
end
x = zeros(33,47)
x[16,20] = 64
y = filtered(x, [1,2,1] + 0.0, 1)
print y[15..17,19..21]
% => [[64,128,64],
% =>  [128,256,128],
% =>  [64,128,64]]
print sum(y)
% => 1024
x = ones(5,5)
print filtered(x, [1,1,1] + 0.0, 1)[0,0..4]
% => [9,9,9,9,9]
