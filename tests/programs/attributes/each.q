%! features: F191
%! flags: -W unknown-attribute
%! loop: 23 parallel
%! loop: 27 serial, as the source says
% Every attribute is known, and none changes a result. Each value below is what the program says without attributes.
{!author name="somebody"}
{!doc category="Tests"}
function [] = __kernel__ tiled(x : mat'clamped, y : mat, pos : ivec2)
    {!kernel name="tiled"; target="cpu"}
    {!kernel_tiling dims=[32,16,1]; mode="global"; target="gpu"}
    {!kernel_tiling dims=auto; mode="local"; target="cpu"}
    {!kernel_transform enable="localwindow"}
    {!kernel_arg name=x, type="in", access="localwindow", min=[-1,0], max=[1,0], numel=64}
    y[pos] = x[pos + [-1,0]] + x[pos + [1,0]]
end
function y = __device__ twice(a)
    {!auto_inline}
    y = 2*a
end
function [] = main(n : int = 3000)
    x = ones(n)
    {!parallel for; private={t}}
    for i = 0..n-1
        x[i] += twice(i)
    end
    {!serial for}
    for i = 0..n-1
        x[i] += 1
    end
    print x[0], " ", x[n-1]
    % 1+0+1, 1+2*2999+1
    % => 2 6000
    total = 0.0
    for i = 0..n-1
        {!kernel_accumulator name=total; algorithm="warpshuffle"}
        total += x[i]
    end
    print total
    % 2n + 2 * (0 + 1 + ... + n-1) = 6000 + 2999*3000
    % => 9003000
    {!kernel_fusion strategy="smart"}
    a = [[1.0,2.0],[3.0,4.0]]
    b = zeros(2,2)
    for k = 0..1
        {!unroll times=2; multi_device=true}
        {!sched gpu_index=mod(k,2)}
        parallel_do(size(a), a, b, tiled)
        {!kernel_fusion barrier}
        parallel_do(size(a), b, a, tiled)
    end
    % The rows are added and swapped in every launch: [1,2],[3,4] gives [1+3, 2+4] in both rows, then twice that each time.
    print a
    % => [[32,48],
    % =>  [32,48]]
    print specialised(2.0)
    % => 6
end
function y = specialised(s)
    {!auto_specialize}
    {!specialize args=(s==1 || s==2)}
    {!tuning_param name="$factor"; default=3}
    y = 3*s
end
