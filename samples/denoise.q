% Removes noise from a photograph by non-local means.
%
% Every pixel becomes a weighted mean of the pixels around it. A pixel weighs
% the more, the more the patch around it looks like the patch around the pixel
% in question, so that edges and texture are averaged along themselves.
%
%   ./denoise photo.png out.png
%   ./denoise photo.png out.png 12
%
% Reference: Buades, Coll, Morel, "A non-local algorithm for image denoising", 2005.

search_radius = 6       % how far similar pixels are looked for
patch_radius = 2        % patches are 5×5

% Function: brightness
% The mean of the three channels. Its noise has a third of the variance.
function y = brightness(x)
    y = (x[:,:,0] + x[:,:,1] + x[:,:,2])/3
end

% Function: patch_distance
% Mean squared difference of the patches around (m,n) and (p,q).
function d = patch_distance(g : mat'mirror, m, n, p, q)
    d = 0.0
    for i = -patch_radius..patch_radius
        for j = -patch_radius..patch_radius
            d += (g[m+i,n+j] - g[p+i,q+j])^2
        end
    end
    d /= (2*patch_radius + 1)^2
end

% Function: non_local_means
% x is the picture, g what the patches are compared on, noise the variance of g.
function y = non_local_means(x : cube(:,:,3)'mirror, g : mat'mirror, noise)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0.0
            colour = [0.0,0.0,0.0]
            for p = m-search_radius..m+search_radius
                for q = n-search_radius..n+search_radius
                    % Two patches that differ by noise alone have distance 2*noise.
                    distance = max(patch_distance(g, m, n, p, q) - 2*noise, 0.0)
                    weight = exp(-distance/(0.5*noise))
                    total += weight
                    pixel : vec3 = x[p,q,0..2]
                    colour += weight*pixel
                end
            end
            y[m,n,0..2] = colour/total
        end
    end
end

% Removes noise from a photograph by non-local means.
%
% Parameters:
% input  - the photograph
% output - where the result goes; the extension decides the format
% sigma  - standard deviation of the noise, in grey levels
function [] = main(input : string, output : string, sigma : scalar = 20.0)
    photo = imread(input)
    [height, width] = size(photo, 0..1)
    tic()
    result = non_local_means(photo, brightness(photo), sigma^2/3)
    time = toc("")
    imwrite(output, result)
    change = sqrt(mean((photo - result).^2))
    printf("%s: %d×%d pixels, sigma %g", input, width, height, sigma)
    printf("removed noise of %.2f grey levels in %.1f ms -> %s", change, time, output)
end
