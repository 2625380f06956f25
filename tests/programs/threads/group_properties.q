%! features: F079 F317 F318
% Groups of threads as parameters: sizes, numbers of threads, and which threads are on their way.
function [] = __kernel__ numbers(y : mat[int], pos : int, coalesced_threads : thread_block, this_thread_block : thread_block, this_grid : thread_block)
    y[pos,0..5] = [coalesced_threads.thread_idx, coalesced_threads.size, this_thread_block.thread_idx, this_thread_block.size, this_grid.thread_idx, this_grid.size]
end
z = mat[int](96,6)
parallel_do([[1,96],[1,48]], z, numbers)
% Blocks of 48 threads: a warp of 32 and one of 16.
print z[0,:]
print z[31,:]
print z[32,:]
print z[47,:]
print z[95,:]
% => [0,32,0,48,0,96]
% => [31,32,31,48,31,96]
% => [0,16,32,48,32,96]
% => [15,16,47,48,47,96]
% => [15,16,47,48,95,96]
% Threads of a block are numbered row by row.
function [] = __kernel__ rows(y : mat[int], pos : ivec2, this_thread_block : thread_block, this_grid : thread_block)
    y[pos] = 100*this_thread_block.thread_idx + this_grid.thread_idx
end
m = mat[int](4,4)
parallel_do([[4,4],[2,2]], m, rows)
% Block numbers 0 1 / 2 3 with four threads each.
print m
% => [[0,101,4,105],
% =>  [202,303,206,307],
% =>  [8,109,12,113],
% =>  [210,311,214,315]]
% Where ways part, the threads of a warp on one way are a group of their own.
function [] = __kernel__ apart(y : mat[int], pos : int, coalesced_threads : thread_block)
    if mod(pos, 4) == 1
        y[pos,0..2] = [coalesced_threads.thread_idx, coalesced_threads.size, coalesced_threads.active_mask]
    else
        y[pos,0..2] = [coalesced_threads.thread_idx, coalesced_threads.size, coalesced_threads.active_mask]
    end
end
z = mat[int](12,3)
parallel_do([[1,12],[1,12]], z, apart)
% Bits 1, 5, 9: 2 + 32 + 512 = 546; the others 4095 - 546.
print z
% => [[0,9,3549],
% =>  [0,3,546],
% =>  [1,9,3549],
% =>  [2,9,3549],
% =>  [3,9,3549],
% =>  [1,3,546],
% =>  [4,9,3549],
% =>  [5,9,3549],
% =>  [6,9,3549],
% =>  [2,3,546],
% =>  [7,9,3549],
% =>  [8,9,3549]]
% Of a block that is not full, only its threads are there; the numbers are those of the whole block.
function [] = __kernel__ edge(y : mat[int], pos : int, coalesced_threads : thread_block, this_thread_block : thread_block)
    y[pos,0..2] = [coalesced_threads.size, this_thread_block.size, this_thread_block.thread_idx]
end
z = mat[int](5,3)
parallel_do([[1,5],[1,4]], z, edge)
print z[3..4,:]
% => [[4,4,3],
% =>  [1,4,0]]
% A group goes to device functions, and into variables.
function n = __device__ twice(g : thread_block)
    n = 2*g.size + g.thread_idx
end
function [] = __kernel__ passed(y : vec[int], pos : int, this_thread_block : thread_block)
    tile = this_thread_block.partition(4)
    y[pos] = 100*twice(this_thread_block) + twice(tile)
end
v = vec[int](8)
parallel_do([[1,8],[1,8]], v, passed)
% 100*(16 + k) + 8 + mod(k, 4)
print v
% => [1608,1709,1810,1911,2008,2109,2210,2311]
% A machine with one device has no launch over several.
function [] = __kernel__ several(y : vec[int], pos : int, this_multi_grid : thread_block)
    y[pos] = this_multi_grid.size
end
try
    parallel_do(4, v, several)
    print "ran"
catch ex
    print ex.message
end
% => `this_multi_grid` needs several devices, and there is one
