% What a GPU makes of launches, memory and fusion: a line `name: value unit` for each figure.
%
% Launches return before they have run, so that every figure is the time until a launch with a total, which waits, divided by the number
% of launches before it. `n` is the number of elements of each array, a square matrix's; `rounds` how often each kernel runs.
function [] = __kernel__ fill(x : mat, pos : ivec2)
    x[pos] = mod(pos[0]*31 + pos[1]*17, 1024)/1024
end
function [] = __kernel__ copy(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos]
end
function [] = __kernel__ sobel(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    i = pos[0]
    j = pos[1]
    gx = x[i-1,j+1] - x[i-1,j-1] + 2*(x[i,j+1] - x[i,j-1]) + x[i+1,j+1] - x[i+1,j-1]
    gy = x[i+1,j-1] - x[i-1,j-1] + 2*(x[i+1,j] - x[i-1,j]) + x[i+1,j+1] - x[i-1,j+1]
    y[pos] = sqrt(gx*gx + gy*gy)
end
function [] = __kernel__ scale(x : mat'unchecked, y : mat'unchecked, factor : scalar, pos : ivec2)
    y[pos] = factor*x[pos] + 1
end
function [] = __kernel__ root(y : mat'unchecked, z : mat'unchecked, pos : ivec2)
    z[pos] = sqrt(y[pos])
end
function [] = __kernel__ scaled_root(x : mat'unchecked, z : mat'unchecked, factor : scalar, pos : ivec2)
    z[pos] = sqrt(factor*x[pos] + 1)
end
function [total : scalar] = __kernel__ add(x : mat'unchecked, pos : ivec2)
    total += x[pos]
end
function [] = __kernel__ store(x : vec, pos : int)
    x[pos] = pos
end
function [total : scalar] = __kernel__ wait(x : mat'unchecked, pos : int)
    total += x[0,0]
end
function [] = main(side : int = 4096, rounds : int = 50)
    bytes = 4.0*side*side
    x = zeros(side, side)
    y = zeros(side, side)
    z = zeros(side, side)
    tic()
    parallel_do([side,side], x, fill)
    parallel_do(1, x, wait)
    print "first launch, with compilation: ", toc(""), " ms"
    parallel_do([side,side], x, y, copy)
    parallel_do([side,side], x, z, copy)
    parallel_do(1, y, wait)
    tic()
    for r = 1..rounds
        parallel_do([side,side], x, y, copy)
    end
    parallel_do(1, y, wait)
    copying = toc("")/rounds
    print "copy: ", 2*bytes/copying/1e6, " GB/s"
    tic()
    for r = 1..rounds
        parallel_do([side,side], x, y, sobel)
    end
    parallel_do(1, y, wait)
    print "stencil of 3 x 3, share of the copy's bandwidth: ", 100*copying/(toc("")/rounds), " %"
    tic()
    for r = 1..rounds
        parallel_do([side,side], x, y, 2.0, scale)
        parallel_do([side,side], y, z, root)
    end
    parallel_do(1, z, wait)
    apart = toc("")/rounds
    tic()
    for r = 1..rounds
        parallel_do([side,side], x, z, 2.0, scaled_root)
    end
    parallel_do(1, z, wait)
    print "two kernels fused into one: ", apart/(toc("")/rounds), " times as fast"
    tic()
    s = 0.0
    for r = 1..rounds
        s += parallel_do([side,side], x, add)
    end
    print "sum: ", bytes/(toc("")/rounds)/1e6, " GB/s"
    small = zeros(1)
    parallel_do(1, small, store)
    parallel_do(1, x, wait)
    tic()
    for r = 1..40*rounds
        parallel_do(1, small, store)
    end
    parallel_do(1, x, wait)
    print "launch: ", 1000*toc("")/(40*rounds), " us"
    tic()
    x[0,0] = x[0,1]
    home = toc("")
    tic()
    parallel_do(1, x, wait)
    away = toc("")
    print "to the processor: ", bytes/home/1e6, " GB/s"
    print "to the GPU: ", bytes/away/1e6, " GB/s"
end
