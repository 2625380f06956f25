%! run: processors (a GPU takes the other branches)
%! features: F293
%! emits: cuda = 17.5f
%! omits: cuda = 18.5f
%! omits: cuda = 19.5f
%! omits: spmd 17.5
% Known when the code is made: 1 for the platform, with the branches of the others left out of the text.
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    if $target("nvidia_cuda")
        x[pos] = 17.5
    else
        x[pos] = 18.5
    end
    if $target("amd") || $target("opencl")
        x[pos] = 19.5
    end
    y[pos] = $target("cpu") + 10*$target("gpu") + 100*$target("generic_opencl")
end
x = zeros(3)
y = zeros(3)
parallel_do(3, x, y, k)
print x, y
% => [18.5,18.5,18.5][1,1,1]
print $target("cpu"), $target("gpu"), $target("nvidia"), $target("nvidia_opencl"), $target("amd_opencl")
% => 10000
z = zeros(3000)
for i = 0..2999
    z[i] = $target("cpu") ? i : -1
end
print z[2999]
% => 2999
