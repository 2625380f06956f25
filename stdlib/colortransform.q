% Module: colortransform
% Colour spaces.

% Function: rgb2gray
% Luma of an RGB image with the weights of ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B. Returns a matrix in the range of the image.
function y = rgb2gray(x : cube(:,:,3))
    y = 0.299*x[:,:,0] + 0.587*x[:,:,1] + 0.114*x[:,:,2]
end

% Function: hsv2rgb
% One colour: hue in turns, saturation and value from 0 to 1; returns red, green, blue from 0 to 1.
function [r : scalar, g : scalar, b : scalar] = __device__ hsv2rgb(h : scalar, s : scalar, v : scalar)
    position = 6*frac(h)
    sector = int(position)
    f = position - sector
    p = v*(1 - s)
    q = v*(1 - s*f)
    t = v*(1 - s*(1 - f))
    match sector with
    | 0 -> [r, g, b] = [v, t, p]
    | 1 -> [r, g, b] = [q, v, p]
    | 2 -> [r, g, b] = [p, v, t]
    | 3 -> [r, g, b] = [p, q, v]
    | 4 -> [r, g, b] = [t, p, v]
    | _ -> [r, g, b] = [v, p, q]
    end
end

% Function: rgb2hsv
% One colour: red, green, blue from 0 to 1; returns hue in turns, saturation and value from 0 to 1. Greys have hue 0.
function [h : scalar, s : scalar, v : scalar] = __device__ rgb2hsv(r : scalar, g : scalar, b : scalar)
    v = max(max(r, g), b)
    range = v - min(min(r, g), b)
    s = v > 0 ? range/v : 0.0
    h = 0.0
    if range > 0
        if v == r
            h = (g - b)/range
        elseif v == g
            h = (b - r)/range + 2
        else
            h = (r - g)/range + 4
        end
        h = frac(h/6)
    end
end
