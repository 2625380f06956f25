%! features: F201 F223
% Names that the launch of a kernel gives, taken for something else.
function [] = __kernel__ loop_variable(y : vec, pos : int)
    s = 0
    for pos = 0..3 %~ W0505 Cannot use reserved variable name in this context: the launch gives the kernel its `pos`
        s += pos
    end
    y[0] = s
end
function [] = __kernel__ assigned(y : vec, pos : ivec2, blkdim : ivec2, warpsize : int)
    blkdim = [1,1] %~ W0505 Cannot use reserved variable name in this context: the launch gives the kernel its `blkdim`
    warpsize += 1 %~ W0505 its `warpsize`
    [a, pos] = [blkdim[0], 2] %~ W0505 its `pos`
    y[0] = a + pos + warpsize
end
function [] = __kernel__ number(y : vec, warpsize : string, pos : int) %~ E0301 Cannot use reserved variable name in this context: `warpsize` of a kernel is no `string`
    y[pos] = 1
end
function [] = __kernel__ matrix(y : vec, pos : mat) %~ E0301 Cannot use reserved variable name in this context: `pos` of a kernel is no `mat`
    y[0] = pos[0,0]
end
y = zeros(4)
parallel_do(4, y, loop_variable)
parallel_do([2,2], y, assigned)
parallel_do(4, y, number)
parallel_do(4, y, matrix)
