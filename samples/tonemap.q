% Brings out the dark parts of a photograph without flattening its details.
%
% The logarithm of the luminance is split by a bilateral filter into a base,
% which holds the light, and details. The base is compressed, the details stay,
% and the colours follow the luminance.
%
%   ./tonemap photo.png out.png
%   ./tonemap photo.png out.png 8 0.4
%
% Reference: Durand, Dorsey, "Fast bilateral filtering for the display of
% high-dynamic-range images", 2002.

range_sigma = 0.35      % steps of the logarithm above this are edges of the light

% Function: luminance
% Rec. 709 weights. One is added, so that the logarithm of black exists.
function y = luminance(x)
    y = 0.2126*x[:,:,0] + 0.7152*x[:,:,1] + 0.0722*x[:,:,2] + 1
end

% Function: bilateral
% Mean of the neighbours, weighted by nearness and by likeness.
function y = bilateral(x : mat'clamped, sigma, likeness)
    radius = int(2*sigma)
    near = 1/(2*sigma^2)
    like = 1/(2*likeness^2)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            centre = x[m,n]
            total = 0.0
            sum = 0.0
            for i = -radius..radius
                for j = -radius..radius
                    v = x[m+i,n+j]
                    weight = exp(-near*(i*i + j*j) - like*(v - centre)^2)
                    total += weight
                    sum += weight*v
                end
            end
            y[m,n] = sum/total
        end
    end
end

% Brings out the dark parts of a photograph without flattening its details.
%
% Parameters:
% input       - the photograph
% output      - where the result goes
% sigma       - reach of the bilateral filter, in pixels
% compression - what is left of the contrast of the base, 0 to 1
function [] = main(input : string, output : string, sigma : scalar = 5.0, compression : scalar = 0.45)
    photo = imread(input)
    [height, width] = size(photo, 0..1)
    tic()
    light = log(luminance(photo))
    base = bilateral(light, sigma, range_sigma)
    % The brightest base keeps its place; everything darker moves towards it.
    top = max(base)
    gain = exp((compression - 1)*(base - top))
    result = zeros(size(photo))
    for m = 0..height-1
        for n = 0..width-1
            result[m,n,0..2] = min(photo[m,n,0..2]*gain[m,n], 255.0)
        end
    end
    time = toc("")
    imwrite(output, result)
    printf("%s: %d×%d pixels, sigma %g, compression %g", input, width, height, sigma, compression)
    printf("gain from %.2f to %.2f in %.1f ms -> %s", min(gain), max(gain), time, output)
end
