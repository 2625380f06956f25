function [] = __kernel__ window(x : vec'clamped, y : vec, pos : int)
    {!kernel_arg name=x, type="in", access="localwindow", min=1, max=-1}                        %~ E0624 the window of `x` ends before it begins: 1 and -1
    {!kernel_arg name=x, type="in", access="localwindow", min=[-1,-1], max=[1,1], numel=8}      %~ E0624 the window of `x` has more elements than `numel` says: 9 and 8
    {!kernel_arg name=x, min=[-1,-1], max=1}                                                    %~ E0624 the window of `x` begins with 2 numbers and ends with 1
    {!kernel_arg name=x, numel=limit}                                                           %~ E0201 unknown name `limit`
    y[pos] = x[pos]
end
y = zeros(4)
parallel_do(4, ones(4), y, window)
print y
