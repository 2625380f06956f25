%! features: F306 F301
%! calls: cuSurfObjectCreate 0
%! emits: cuda q_put_texel<2, 1>(y_surface,
% What a kernel writes into a texture is there for the next one that reads it, for kernels that read memory, and for the host.
function [] = __kernel__ fill(y : mat'hwtex_linear, a : scalar, pos : ivec2)
    y[pos] = a * (10*pos[0] + pos[1])
end
function [] = __kernel__ between(z : mat, y : mat'hwtex_linear'clamped, pos : ivec2)
    z[pos] = y[pos[0] + 0.5, pos[1] + 0.5]
end
function [] = __kernel__ plain(z : mat, y : mat, pos : ivec2)
    z[pos] = 2 * y[pos]
end
function [] = __kernel__ overwrite(y : mat, pos : ivec2)
    y[pos] = 1
end
function [] = __kernel__ part(y : mat'hwtex_linear, pos : ivec2)
    if pos[1] == 1
        y[pos] += 0
        y[0,1] = 100
    end
end
function [] = __kernel__ column(y : mat'hwtex_linear, pos : int)
    y[pos,2] = 7
end
function [] = main()
    y = zeros(2, 3)
    z = zeros(2, 3)
    parallel_do(size(y), y, 1, fill)
    parallel_do(size(z), z, y, between)
    print z
    % => [[5.5,6.5,7],
    % =>  [10.5,11.5,12]]
    parallel_do(size(z), z, y, plain)
    print z, y[1,2]
    % => [[0,2,4],
    % =>  [20,22,24]]12
    % A second time, when the texture is there already.
    parallel_do(size(y), y, 2, fill)
    parallel_do(size(z), z, y, between)
    print z[0,0], z[1,2]
    % => 1124
    % The host writes, then a kernel that knows of no texture.
    y[0,0] = 40
    parallel_do(size(z), z, y, between)
    print z[0,0]
    % => 21
    parallel_do(size(y), y, overwrite)
    parallel_do(size(z), z, y, between)
    print z[0,0], z[1,1]
    % => 11
    % Elements that a kernel does not write stay as they are.
    parallel_do(2, y, column)
    parallel_do(size(z), z, y, between)
    print z
    % => [[1,4,7],
    % =>  [1,4,7]]
    parallel_do(size(y), y, part)
    parallel_do(size(z), z, y, between)
    print z[0,0], y
    % => 25.75[[1,100,7],
    % =>  [1,1,7]]
end
