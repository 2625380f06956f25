% A profile of optimisations changes nothing in what is computed; attributes that belong to several entries share a brace.
macro [] = profile(radius, channels, x)
    !specialize args=(radius==1 && channels==3 || _
        radius==2 && channels==3)
    if $target("gpu")
        if radius <= 3
            shared_size = (2*radius+1)^2*channels
            {!kernel_transform enable="localwindow"}
            {!kernel_transform enable="sharedmemcaching"}
            {!kernel_arg name=x, type="inout", access="shared", op="+=", cache_slices=x[:,pos[1]], numel=shared_size
            !kernel_arg name=x, type="in", access="localwindow", min=[-radius,-radius], max=[radius,radius], numel=2048}
        endif
        {!kernel_tiling dims=[128,128,1], mode="global"}
    elseif $target("cpu")
        {!kernel_tiling dims=[128,128,1], mode="local"}
    endif
endmacro
function [] = __kernel__ box(x : mat'clamped, y : mat, radius : int, pos : ivec2)
    {!profile radius, 3, x}
    s = 0.0
    for i = -radius..radius
        s += x[pos + [0,i]]
    end
    y[pos] = s
end
x = [[1,2,3],[4,5,6]]
y = zeros(2,3)
parallel_do(size(y), x, y, 1, box)
print y
% 1+1+2, 1+2+3, 2+3+3; 4+4+5, 4+5+6, 5+6+6
% => [[4,6,8],
% =>  [13,15,17]]
