%! flags: -W unknown-attribute
{!autor name="me"}                            %~ W0620 there is no code attribute `autor`
{!doc categorie="Filters"}                    %~ W0622 `doc` does not have the property `categorie`
{!author name=me}                             %~ W0622 `name` of `author` does not take this value
function y = f(x : vec)
    {!doc category="Filters"}                 %~ W0620 `doc` has no effect here
    {!kernel_fusion strategy="fast"}          %~ W0622 `strategy` of `kernel_fusion` does not take this value
    {!kernel_fusion barier}                   %~ W0622 `kernel_fusion` does not have the word `barier`
    y = zeros(size(x))
    {!parallel for; privat=t}                 %~ W0622 `parallel` does not have the property `privat`
    for i = 0..numel(x)-1
        t = x[i]
        y[i] = t
    end
    {!parallel for}                           %~ W0620 `parallel` has no effect here
    y[0] = 1
    {!parallel for; reduction={t,"+="}; private={t}}
    for i = 0..numel(x)-1
        {!kernel_tiling dims=3; target="gpo"} %~ W0622 `dims` of `kernel_tiling` does not take this value
        y[i] += 1                             %~^ W0622 `target` of `kernel_tiling` does not take this value
    end
    {!sched gpu_index="0"}                    %~ W0622 `gpu_index` of `sched` does not take this value
    {!unroll times=2; multi_device=2}         %~ W0622 `multi_device` of `unroll` does not take this value
    for k = 0..3
        y[k] = k
    end
    {!auto_inline}
    {!tuning_param name="$p"; default=3}
end
print f(ones(4))
