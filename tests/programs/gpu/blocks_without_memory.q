%! environment: QC_EMU_MEMORY=6K
%! environment: QC_REPORT=gpu
%! gpu: device 0 has too little memory for 'turn' (tests/programs/gpu/blocks_without_memory.q:8)
%! gpu: device 0 has too little memory for 'total_of_blocks' (tests/programs/gpu/blocks_without_memory.q:14)
%! calls: cuLaunchKernel
% Kernels whose threads act together and whose own arrays have no room on the GPU: the processor runs them, by their parts, with the same
% results. One that fits runs on the GPU.
function [] = __kernel__ turn(x : mat'unchecked, y : mat'unchecked, pos : ivec2, blkpos : ivec2, blkdim : ivec2, blkidx : ivec2)
    tile = shared(8, 8)
    tile[blkpos[0], blkpos[1]] = x[pos]
    syncthreads
    y[blkidx[1]*blkdim[1] + blkpos[0], blkidx[0]*blkdim[0] + blkpos[1]] = tile[blkpos[1], blkpos[0]]
end
function [total : scalar] = __kernel__ total_of_blocks(x : mat'unchecked, pos : ivec2, blkpos : ivec2)
    tile = shared(8, 8)
    tile[blkpos[0], blkpos[1]] = x[pos]
    syncthreads
    if blkpos[0] == 0 && blkpos[1] == 0
        for i = 0..7
            for j = 0..7
                total += tile[i,j]
            end
        end
    end
end
function [] = main(large : int = 48, small : int = 8)
    x = zeros(large, large)
    x[3,40] = 5
    y = zeros(large, large)
    parallel_do([[large,large],[8,8]], x, y, turn)
    print y[40,3], " ", y[3,40]
    print parallel_do([[large,large],[8,8]], y, total_of_blocks)
    print parallel_do([[small,small],[8,8]], ones(small,small), total_of_blocks)
    % => 5 0
    % => 5
    % => 64
end
