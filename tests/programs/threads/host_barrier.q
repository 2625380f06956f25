% `syncthreads(host)`: the threads of processors and GPUs have arrived, within a kernel and in host code.
function [] = __kernel__ turned(y : vec, z : vec, pos : int)
    y[pos] = pos
    syncthreads(host)
    z[pos] = y[7-pos]
end
y = zeros(8)
z = zeros(8)
parallel_do(8, y, z, turned)
syncthreads(host)
print z
% => [7,6,5,4,3,2,1,0]
% A device function that kernels call has it too.
function [] = __device__ wait(y : vec, pos : int)
    syncthreads(host)
    y[pos] += 1
end
function [] = __kernel__ moved(y : vec, pos : int)
    v = y[mod(pos + 1, 8)]
    syncthreads(host)
    y[pos] = v
    wait(y, pos)
end
% In a loop of the host it waits for what was launched in this round.
for k = 1..3
    parallel_do(8, z, moved)
    syncthreads(host)
end
print z
% Three places to the left, and three more: z was 7-pos.
% => [7,6,5,4,3,10,9,8]
