function y = fft_lowpass(x : mat, cutoff : scalar)
    [h, w] = size(x, 0..1)
    X = fft2(complex(x))
    fy = min(0..h-1, h-(0..h-1)) ./ h
    fx = min(0..w-1, w-(0..w-1)) ./ w
    mask = zeros(h, w)
    for m=0..h-1
        for n=0..w-1
            mask[m,n] = fy[m]^2 + fx[n]^2 < cutoff^2
        end
    end
    y = real(ifft2(X .* mask))
end

function y : cscalar = twiddle(k : int, N : int)
    y = exp(-2j*pi*k/N)
end

% radix two, recursive
function Y : cvec = fft_recursive(x : cvec)
    N = numel(x)
    if N == 1
        Y = x
        return
    endif
    E = fft_recursive(x[0..2..N-1])
    O = fft_recursive(x[1..2..N-1])
    t = E * 0
    for k=0..N/2-1
        t[k] = twiddle(k, N) * O[k]
    end
    Y = uninit(N)
    Y[0..N/2-1] = E + t
    Y[N/2..N-1] = E - t
end
z = 1.5 - 2.5i + 3j
print abs(3+4i), conj(z), real(z)^2 + imag(z)^2
