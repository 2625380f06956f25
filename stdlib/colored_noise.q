% Module: colored_noise
% Random images with a given spectrum.
{!doc category="Image Processing/Noise"}

% Function: generate_psd
% A power spectral density that falls with the frequency f as f^(-alpha): 0 white, 1 pink, 2 brown noise. The mean is left out and
% the density scaled so that noise of it has variance 1.
%
% Parameters:
% sz    - rows and columns
% alpha - the exponent
%
% Returns the density in the order of fft2: the mean of its elements is 1.
% > abs(mean(generate_psd([8,6], 1)) - 1) < 1e-5
function psd = generate_psd(sz, alpha : scalar)
    [m, n] = [int(sz[0]), int(sz[1])]
    psd = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            p = (2*i < m ? i : i - m)/m
            q = (2*j < n ? j : j - n)/n
            f = sqrt(p*p + q*q)
            psd[i,j] = f > 0 ? f^(-alpha) : 0.0
        end
    end
    psd = psd/mean(psd)
end

% Function: filter_psd
% The power spectral density of white noise of variance 1 after a filter.
%
% Parameters:
% mask - the weights of the filter
% sz   - rows and columns; not smaller than the mask
% > filter_psd([1], [2,2]) == [[1,1],[1,1]]
function psd = filter_psd(mask : mat, sz)
    if size(mask,0) > sz[0] || size(mask,1) > sz[1]
        error("filter_psd: the mask is larger than the image")
    end
    x = zeros(int(sz[0]), int(sz[1]))
    x[0..size(mask,0)-1, 0..size(mask,1)-1] = mask
    psd = abs(fft2(x)).^2
end

% Function: cgn_rand
% An image of Gaussian noise with a power spectral density. seed() decides which.
%
% Parameters:
% psd - the density in the order of fft2, as generate_psd gives it
% > size(cgn_rand(ones(4,6))) == [4,6]
% | imshow(cgn_rand(generate_psd([128,160], 1)), [-3,3])
% | imshow(cgn_rand(generate_psd([128,160], 2)), [-3,3])
function x = cgn_rand(psd : mat)
    white = randn(size(psd,0), size(psd,1))
    x = irealfft2(fft2(white).*complex(sqrt(psd)))
end
