%! flags: -W attribute-argument
% What is said wrongly of GPUs is ignored, and told; an expression of another type is an error.
function [] = main(n : int)
    x = zeros(4)
    {!sched gpu_index="one"}                      %~ W0622 `gpu_index` of `sched` does not take this value
    {!sched gpu=1}                                %~ W0622 `sched` does not have the property `gpu`
    {!sched gpu_index=sprintf("%d", n)}           %~ E0301 the number of a GPU is a `string`, not a number
    {!sched gpu_index=n+unknown_name}             %~ E0201 unknown_name
    for k = 0..1
        {!unroll times=n; multi_device=true}      %~ W0622 with `multi_device=true`, `times` of `unroll` is a literal int
        x[k] = 1
    end
    print x
end
%! features: F340 F341
