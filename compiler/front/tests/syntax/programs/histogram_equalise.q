function y = equalise(x : mat)
    hist = vec[int](256)
    for m = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            hist[int(clamp(x[m,j], 255))] += 1
        endfor
    endfor
    cdf = cumsum(hist) ./ numel(x)
    y = map(__device__ (v : scalar) -> cdf[int(v)]*255, x)
end

function [lo, hi] = extremes(x)
    lo = maxvalue; hi = minvalue
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            lo __= x[m,n]
            hi ^^= x[m,n]
        end
    end
end

function [] = __kernel__ bits(flags : vec[int], masks : vec[int], pos : int)
    flags[pos] &= masks[0]
    flags[pos] |= 0FFh
    flags[pos] ~= 1011b
    old = (flags[0] <- flags[pos])
    was = (flags[1] <- (old, 17o))
    b = (flags[2] += 1)
    memfence(grid)
end
