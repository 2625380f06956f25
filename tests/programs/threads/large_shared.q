% Shared arrays of more than the 48 KiB that every block has: devices are asked for what they have beyond, and what is more than that
% is left to the processor.
function [] = __kernel__ turned[N:int](x : mat'unchecked, y : mat'unchecked, pos : ivec2, blkpos : ivec2)
    t = shared(N,N)
    t[blkpos[0],blkpos[1]] = x[pos]
    syncthreads
    y[pos] = t[blkpos[1],blkpos[0]]
end
x = zeros(32,32)
x[5,3] = 2
x[17,20] = 3
% 57600 bytes, 65536 bytes, 250000 bytes.
y = zeros(32,32)
parallel_do([[32,32],[16,16]], x, y, turned[120])
print [y[3,5], y[20,17], sum(y)]
% => [2,3,5]
y = zeros(32,32)
parallel_do([[32,32],[16,16]], x, y, turned[128])
print [y[3,5], y[20,17], sum(y)]
% => [2,3,5]
y = zeros(32,32)
parallel_do([[32,32],[16,16]], x, y, turned[250])
print [y[3,5], y[20,17], sum(y)]
% => [2,3,5]
