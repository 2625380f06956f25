%! flags: -W unknown-attribute
% The transform by its wrong name, with a wrong property, and outside of a kernel.
function [] = __kernel__ k(x : vec[uint8], pos : int)
    {!kernel_transform enable="simdprocesing"} %~ W0622 `enable` of `kernel_transform` does not take this value
    {!kernel_transform width=4} %~ W0622 `kernel_transform` does not have the property `width`
    {!kernel_transforms enable="simdprocessing"} %~ W0620 there is no code attribute `kernel_transforms`
    x[pos] = 1
end
x = vec[uint8](4)
parallel_do(4, x, k)
{!kernel_transform enable="simdprocessing"} %~ W0620 `kernel_transform` has no effect here
print x
%! features: F326
