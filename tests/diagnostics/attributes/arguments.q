function [] = __kernel__ box(x : mat'clamped, y : mat, radius : int, pos : ivec2)
    {!kernel_transform enabled="localwindow"}         %~ W0622 `kernel_transform` does not have the property `enabled`
    {!kernel_transform enable="localwindows"}         %~ W0622 `enable` of `kernel_transform` does not take this value
    {!kernel_arg name=z, type="in"}                   %~ W0622 `kernel_arg` speaks of `z`, which is no variable here
    {!kernel_arg name=x, type="inn"}                  %~ W0622 `type` of `kernel_arg` does not take this value
    {!kernel_arg name=x, min=0.5}                     %~ W0622 `min` of `kernel_arg` does not take this value
    {!kernel_arg name=x, numel=[1,2]}                 %~ W0622 `numel` of `kernel_arg` does not take this value
    {!kernel_tiling dims=3}                           %~ W0622 `dims` of `kernel_tiling` does not take this value
    {!kernel_tiling dims=auto, mode="both"}           %~ W0622 `mode` of `kernel_tiling` does not take this value
    {!specialize args=(radios==1)}                    %~ W0622 `radios` is no parameter of `box`
    {!specialize args=(radius==1 || radius>2)}        %~ W0622 `specialize` cannot list this
    {!author nam="me"}                                %~ W0622 `author` does not have the property `nam`
    {!unheard of="it"}
    y[pos] = x[pos] + radius
end
x = ones(2,2)
y = zeros(2,2)
parallel_do([2,2], x, y, 1, box)
print y
