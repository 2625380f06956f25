macro [] = time(op) % timing macro
    tic()
    op()
    toc()
endmacro

macro [] = profile(radius, channels, target_array)
    !specialize args=(radius==1 && channels==3 || _
        radius==2 && channels==3 || _
        radius==3 && channels==1)
    if $target("gpu")
        if radius <= 3
            shared_size = (2*radius+1)^2*channels
            {!kernel_transform enable="localwindow"}
            {!kernel_arg name=target_array, type="inout", access="shared", op="+=", cache_slices=target_array[:,:,pos[2],:], numel=shared_size
            !kernel_arg name=input, type="in", access="localwindow", min=[-radius,-radius,0], max=[radius,radius,0], numel=2048}
        endif
        {!kernel_tiling dims=[128,128,1], mode="global"}
    elseif $target("cpu")
        {!kernel_tiling dims=auto; mode="local"}
    endif
endmacro

function [] = operation()
    im = imread("lena_big.tif")[:,:,1]
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            im[m,n] = 255 - im[m,n]
        endfor
    endfor
endfunction
{!time operation}

function [] = __kernel__ accumulate(input : cube, dw : cube, radius : int, pos : ivec3)
    {!profile radius, 3, dw}
    {!kernel_accumulator name=dw; algorithm="sharedmemory"}
    dw[pos] += input[pos]
end
