%! features: F184
%! reports: kernels for radius=1
%! reports: kernels {!kernel_transform enable="localwindow"}, on a GPU
%! reports: kernels {!kernel_arg name=x, type="in", access="localwindow", min=[-1,-1], max=[1,1], numel=64}, on a GPU
%! reports: kernels {!kernel_arg name=x, type="in", access="localwindow", min=[-3,-3], max=[3,3], numel=256}, on a GPU
%! reports: kernels {!kernel_tiling dims=[8,8], mode="local"}, on the processor
%! reports: kernels {!kernel_transform enable="localwindow"}, on a GPU, if radius <= 3
%! reports: kernels for radius=4
%! hides: kernels max=[4,4]
% A macro as a profile: what it selects depends on the values of the kernel's parameters and on the platform. Each version of
% the kernel has what holds for its values; the general version has the condition with it.
macro [] = window_profile(r, x)
    !specialize args=(r==1 || r==3 || r==4)
    if $target("gpu")
        % Small windows only
        if r <= 3
            elements = (2*r+2)^2*4
            {!kernel_transform enable="localwindow"}
            {!kernel_arg name=x, type="in", access="localwindow", min=[-r,-r], max=[r,r], numel=elements
             !kernel_arg name=x, type="in"}
        endif
        {!kernel_tiling dims=[32,8], mode="global"}
    elseif $target("cpu")
        {!kernel_tiling dims=[8,8], mode="local"}
    endif
endmacro
function y = window_sum(x : mat, radius : int)
    function [] = __kernel__ profiled(x : mat'circular, y : mat, radius : int, pos : ivec2)
        {!window_profile radius, x}
        s = 0.0
        for i = -radius..radius
            for j = -radius..radius
                s += x[pos + [i,j]]
            end
        end
        y[pos] = s
    end
    function [] = __kernel__ plain(x : mat'circular, y : mat, radius : int, pos : ivec2)
        s = 0.0
        for i = -radius..radius
            for j = -radius..radius
                s += x[pos + [i,j]]
            end
        end
        y[pos] = s
    end
    y = zeros(size(x))
    z = zeros(size(x))
    parallel_do(size(x), x, y, radius, profiled)
    parallel_do(size(x), x, z, radius, plain)
    assert(y == z)
end
x = eye(3)
for radius = 0..4
    print window_sum(x, radius)[0,2]
end
% Row 0 and column 2 of the identity: 0. Radius 1 sees all 9 elements once, with their sum 3. Radius 4 is a square of 9 × 9 that
% holds each element 9 times: 27. Radius 2: 5 × 5 around (0,2), rows -2..2 = 1,2,0,1,2, columns 0..4 = 0,1,2,0,1. Equal pairs:
% rows 1 and 2 twice, row 0 once, columns 0 and 1 twice, column 2 once: 0: 1*2, 1: 2*2, 2: 2*1, together 8.
% Radius 3: rows -3..3 = 0,1,2,0,1,2,0, columns -1..5 = 2,0,1,2,0,1,2: 0: 3*2, 1: 2*2, 2: 2*3, together 16.
% => 0
% => 3
% => 8
% => 16
% => 27
