%! files: ../../samples/images/camera.png
% Numbers that tell of a picture: its noise, of which the deviation is 0.08, and its blur. The figures are those of tests/methods/reference.py.
import "import/photograph.q"
import "imquality.q"
import "multirestransforms.q"

x = noisy()
% The median of the finest diagonal details: of blocks of 2 by 2 pixels, and of a longer wavelet.
noise_haar = 0.080267
print abs(estimate_noise(x) - noise_haar) < 0.00001
% => 1
noise_details = 0.081709
f = wavelet_filters(db4)
d = dwt_columns(dwt_rows(x, f), f)[24..47,24..47]
print abs(median(reshape(abs(d), [1,576]))[0]/0.6744898 - noise_details) < 0.00001
% => 1

% Liu, Tanaka and Okutomi, 2013: the least variance in any direction among the patches with no more gradient than noise has.
function [patches, texture] = patches_of(x)
    rows = size(x,0) - 6
    columns = size(x,1) - 6
    patches = zeros(rows*columns, 49)
    texture = zeros(rows*columns)
    for m = 0..rows-1
        for n = 0..columns-1
            s = 0.0
            for i = 0..6
                for j = 0..6
                    patches[m*columns+n,7*i+j] = x[m+i,n+j]
                    if i > 0 && i < 6
                        s += ((x[m+i+1,n+j] - x[m+i-1,n+j])/2)^2
                    end
                    if j > 0 && j < 6
                        s += ((x[m+i,n+j+1] - x[m+i,n+j-1])/2)^2
                    end
                end
            end
            texture[m*columns+n] = s
        end
    end
end
function v = least_variance(patches, chosen)
    count = sum(chosen)
    weights = repmat(transpose(chosen), [1,49])
    means = sum(patches.*weights, 0)/count
    centred = (patches - repmat(means, [size(patches,0),1])).*weights
    [V, d] = symeig(transpose(centred)*centred/count)
    v = min(d)
end
function s = noise_of_weak_textures(x)
    [patches, texture] = patches_of(x)
    v = least_variance(patches, ones(numel(texture)))
    for k = 1..3
        % 1 - 1e-6 of the patches of nothing but noise of variance v have less: a gamma distribution of shape 49/2.
        v = least_variance(patches, texture < 79.3828*v)
    end
    s = sqrt(v)
end
noise_textures = 0.069669
print abs(noise_of_weak_textures(x) - noise_textures) < 0.0002
% => 1

% Crété and others, 2007: what of the differences of neighbours is lost when the picture is blurred once more.
function y = shares(x : 'mirror, dy, dx)
    soft : 'mirror = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for k = -4..4
                s += x[m+k*dy,n+k*dx]
            end
            soft[m,n] = s/9
        end
    end
    all = 0.0
    lost = 0.0
    for m = 1..size(x,0)-1
        for n = 1..size(x,1)-1
            sharp = abs(x[m,n] - x[m-dy,n-dx])
            all += sharp
            lost += max(sharp - abs(soft[m,n] - soft[m-dy,n-dx]), 0)
        end
    end
    y = 1 - lost/all
end
function y = blurred_by(x)
    y = max(shares(x, 1, 0), shares(x, 0, 1))
end
blur_clean = 0.411468
blur_noisy = 0.185864
blur_blurred = 0.394105
clean = photograph()
soft = blur(clean) + fine*white_noise()
print abs(blurred_by(clean) - blur_clean) < 0.00001, abs(blurred_by(x) - blur_noisy) < 0.00001, abs(blurred_by(soft) - blur_blurred) < 0.00001
% => 111
print abs(blur_metric(clean) - blur_clean) < 0.00001, abs(blur_metric(x) - blur_noisy) < 0.00001, abs(blur_metric(soft) - blur_blurred) < 0.00001
% => 111
