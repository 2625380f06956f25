% Passes over an image: kernels that the program launches, and loops, position by position and with neighbours. `together` chooses whether
% they are fused.
% Prints the time of every repetition in milliseconds, then sums and samples of the result.
function [] = __kernel__ gained(x : mat, y : mat, gain : scalar, pos : ivec2)
    y[pos] = gain*x[pos]
end
function [] = __kernel__ curved(x : mat, y : mat, pos : ivec2)
    y[pos] = x[pos]*(2 - x[pos])
end
function [] = __kernel__ mixed(x : mat, y : mat, z : mat, pos : ivec2)
    z[pos] = 0.25*x[pos] + 0.75*y[pos]
end
function z = fused(x : mat, y : mat)
    {!kernel_fusion strategy="smart"}
    a = zeros(size(x))
    b = zeros(size(x))
    z = zeros(size(x))
    parallel_do(size(x), x, a, 0.7, gained)
    parallel_do(size(x), a, b, curved)
    parallel_do(size(x), b, y, z, mixed)
end
function z = apart(x : mat, y : mat)
    a = zeros(size(x))
    b = zeros(size(x))
    z = zeros(size(x))
    parallel_do(size(x), x, a, 0.7, gained)
    parallel_do(size(x), a, b, curved)
    parallel_do(size(x), b, y, z, mixed)
end
function z = joined(x : mat, y : mat)
    {!kernel_fusion strategy="smart"}
    [a, z] = [zeros(size(x)), zeros(size(x))]
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            a[m,n] = exp(-x[m,n])
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            z[m,n] = a[m,n]*y[m,n]
        end
    end
end
function z = divided(x : mat, y : mat)
    {!kernel_fusion strategy="smart"}
    [a, z] = [zeros(size(x)), zeros(size(x))]
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            a[m,n] = exp(-x[m,n])
        end
    end
    {!kernel_fusion barrier}
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            z[m,n] = a[m,n]*y[m,n]
        end
    end
end
% A blur with five weights, along rows and then along columns: the second pass runs on strips of what the first one gives.
function y = blurred(x : mat'mirror)
    t : mat'mirror = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = 0.0625*(x[m,n-2] + x[m,n+2]) + 0.25*(x[m,n-1] + x[m,n+1]) + 0.375*x[m,n]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = 0.0625*(t[m-2,n] + t[m+2,n]) + 0.25*(t[m-1,n] + t[m+1,n]) + 0.375*t[m,n]
        end
    end
end
function y = blurred_whole(x : mat'mirror)
    {!kernel_fusion strategy="smart"}
    t : mat'mirror = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = 0.0625*(x[m,n-2] + x[m,n+2]) + 0.25*(x[m,n-1] + x[m,n+1]) + 0.375*x[m,n]
        end
    end
    {!kernel_fusion barrier}
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = 0.0625*(t[m-2,n] + t[m+2,n]) + 0.25*(t[m-1,n] + t[m+1,n]) + 0.375*t[m,n]
        end
    end
end
function [] = main(which : string = "kernels", n : int = 512, repetitions : int = 20, together : int = 1)
    x = zeros(n, n)
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = mod(7919*i + 104729*j + 31*i*j, 1024)/1024
            y[i,j] = mod(7919*j + 104729*i, 512)/512
        end
    end
    times = zeros(repetitions)
    z = zeros(n, n)
    {!serial for}
    for r = 0..repetitions-1
        tic()
        if which == "kernels"
            if together == 1
                z = fused(x, y)
            else
                z = apart(x, y)
            end
        elseif which == "blur"
            if together == 1
                z = blurred(x)
            else
                z = blurred_whole(x)
            end
        elseif together == 1
            z = joined(x, y)
        else
            z = divided(x, y)
        end
        times[r] = toc("")
    end
    print "times: ", times
    print "check: ", sum(z), " ", z[0,0], " ", z[int(n/2),int(n/3)], " ", z[n-5,n-7]
end
