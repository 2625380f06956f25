function [] = __kernel__ reads(x : vec, y : vec, pos : int)
    {!kernel_arg name=x, type="in"
     !kernel_arg name=y, type="out"}
    x[pos] = 1                            %~ E0624 the kernel does not use `x` as its attribute says
    y[pos] += 1                           %~ E0624 the kernel does not use `y` as its attribute says
end
function [] = __kernel__ updates(x : vec, y : vec, z : vec, pos : int)
    {!kernel_arg name=x, type="inout", op="+="}
    {!kernel_arg name=y, type="inout", op="^^="}
    {!kernel_arg name=z, type="out"}
    x[pos] -= 1                           %~ E0624 the kernel does not use `x` as its attribute says
    y[pos] = 1                            %~ E0624 the kernel does not use `y` as its attribute says
    z[pos] = z[pos-1]                     %~ E0624 the kernel does not use `z` as its attribute says
end
x = zeros(4)
parallel_do(4, x, x, reads)
parallel_do(4, x, x, x, updates)
print x
