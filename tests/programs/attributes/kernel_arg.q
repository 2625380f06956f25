%! features: F186
%! reports: kernels {!kernel_arg name=dzdw, type="inout", access="shared", op="+=", cache_slices=dzdw[:,:,pos[2]], numel=18}, on a GPU
%! reports: kernels {!kernel_arg name=input, type="in", access="localwindow", min=[-1,-1,0], max=[1,1,0], numel=2048}, on a GPU
%! reports: kernels {!kernel_arg name=dout, type="in"}: checked
% The gradient of a convolution for its weights, with a profile and without. What the profile says of the arguments is checked where
% it is not known, and the result is that of the plain kernel.
macro [] = backconv_profile(radius, channels, dzdw, input)
    !specialize args=(radius==1 && channels==2 || radius==2 && channels==2)
    if $target("gpu")
        % Small radii: shared memory
        if radius <= 3
            shared_size = (2*radius+1)^2*channels
            {!kernel_transform enable="localwindow"}
            {!kernel_transform enable="sharedmemcaching"}
            {!kernel_arg name=dzdw, type="inout", access="shared", op="+=", cache_slices=dzdw[:,:,pos[2]], numel=shared_size
             !kernel_arg name=input, type="in", access="localwindow", min=[-radius,-radius,0], max=[radius,radius,0], numel=2048}
        endif
        {!kernel_tiling dims=[128,128,1], mode="global"}
    elseif $target("cpu")
        {!kernel_tiling dims=[128,128,1], mode="local"}
    endif
    % On every platform
    {!kernel_arg name=dzdw, type="inout", access="shared", op="+=", cache_slices=dzdw[0..2*radius,:,pos[2]], numel=(2*radius+1)^2
     !kernel_arg name=input, type="in", access="localwindow", min=[-radius,-radius,0], max=[radius,radius,0], numel=121}
endmacro
function [] = __kernel__ profiled(input : cube'safe, dout : cube, dzdw : cube'unchecked, radius : int, channels : int, pos : ivec3)
    {!backconv_profile radius, channels, dzdw, input}
    {!kernel_arg name=dout, type="in"}
    for i = -radius..radius
        for j = -radius..radius
            dzdw[i+radius, j+radius, pos[2]] += dout[pos] * input[pos + [i,j,0]]
        end
    end
end
function [] = __kernel__ plain(input : cube'safe, dout : cube, dzdw : cube'unchecked, radius : int, channels : int, pos : ivec3)
    for i = -radius..radius
        for j = -radius..radius
            dzdw[i+radius, j+radius, pos[2]] += dout[pos] * input[pos + [i,j,0]]
        end
    end
end
function [] = main(channels : int = 2)
    input = ones(4, 5, channels)
    dout = ones(4, 5, channels)
    dout[:,:,1] = 2
    for radius = 1..3
        side = 2*radius + 1
        weights = zeros(side, side, channels)
        wanted = zeros(side, side, channels)
        parallel_do(size(input), input, dout, weights, radius, channels, profiled)
        parallel_do(size(input), input, dout, wanted, radius, channels, plain)
        assert(weights == wanted)
        print radius, ": ", weights[radius,radius,0], " ", weights[0,0,0], " ", weights[0,radius,1]
    end
end
% Ones within 4 × 5: the middle weight meets all 20 positions, the corner (4-r)(5-r) of them, the edge (4-r)*5, each twice.
% => 1: 20 12 30
% => 2: 20 6 20
% => 3: 20 2 10
