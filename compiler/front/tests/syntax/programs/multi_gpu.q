num_tasks : 'const = 4
results = vec[cube](num_tasks)
for k=0..num_tasks-1
    {!sched gpu_index=mod(k,2)}
    parallel_do(size(results[k]), k, kernel1)
    parallel_do(size(results[k]), k, kernel2)
end
{!kernel_fusion strategy="smart"}
{!unroll times=2; multi_device=true}
for k=0..2..num_tasks-1
    {!kernel_fusion barrier}
    serial_do([4,4], results[k], __kernel__ (x : cube, pos : ivec2) -> x[...pos, 0] = k)
end
i = schedule(size(results[0]), results[0], {kernel1, kernel2, __kernel__ (x, pos) -> x[pos] += 1})
