% Module: colortransform
% Colour spaces.
{!doc category="Image Processing/Colour"}

% Function: rgb2gray
% Luma of an RGB image with the weights of ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B. Returns a matrix in the range of the image; of one
% colour, a vector of three that kernels may have, too, a number.
% > x = zeros(1,1,3); x[0,0,1] = 100; abs(rgb2gray(x)[0,0] - 58.7) < 1e-4
function y = rgb2gray(x : cube(:,:,3))
    y = 0.299*x[:,:,0] + 0.587*x[:,:,1] + 0.114*x[:,:,2]
end

function y : scalar = __device__ rgb2gray(c : vec3)
    y = 0.299*c[0] + 0.587*c[1] + 0.114*c[2]
end

% Function: hsv2rgb
% An image, one colour as a vector of three, or one as three numbers: hue in turns, saturation and value from 0 to 1; returns red, green,
% blue from 0 to 1 in the same form.
% > max(abs(hsv2rgb([0.5,1,1]) - [0,1,1])) == 0 && size(hsv2rgb(ones(4,5,3)), 1) == 5
% > [r,g,b] = hsv2rgb(0.5, 1, 1); r == 0 && g == 1 && b == 1
% | y = zeros(120,240,3)
% | for m = 0..119
% |     for n = 0..239
% |         [r,g,b] = hsv2rgb(n/240.0, 1, 1 - m/120.0)
% |         y[m,n,0..2] = [r,g,b]
% |     end
% | end
% | imshow(y, [0,1])
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

function y : vec3 = __device__ hsv2rgb(c : vec3)
    [r, g, b] = hsv2rgb(c[0], c[1], c[2])
    y = [r, g, b]
end

function y = hsv2rgb(x : cube(:,:,3))
    y = each_colour(x, __device__ (c : vec3) -> hsv2rgb(c))
end

% Function: rgb2hsv
% An image, one colour as a vector of three, or one as three numbers: red, green, blue from 0 to 1; returns hue in turns, saturation and
% value from 0 to 1 in the same form. Greys have hue 0.
% > x = rand(3,4,3); max(abs(hsv2rgb(rgb2hsv(x)) - x)) < 1e-5
% > [h,s,v] = rgb2hsv(0, 0.5, 0.5); h == 0.5 && s == 1 && v == 0.5
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

function y : vec3 = __device__ rgb2hsv(c : vec3)
    [h, s, v] = rgb2hsv(c[0], c[1], c[2])
    y = [h, s, v]
end

function y = rgb2hsv(x : cube(:,:,3))
    y = each_colour(x, __device__ (c : vec3) -> rgb2hsv(c))
end

% Function: csencodeSRGB
% Linear light to the values of sRGB, both from 0 to 1 (IEC 61966-2-1). Element by element, for numbers and images.
% > abs(csencodeSRGB(0.5) - 0.735357) < 1e-5
function y = __device__ csencodeSRGB(x : scalar)
    y = x <= 0.0031308 ? 12.92*x : 1.055*max(x, 0)^(1/2.4) - 0.055
end

function y = csencodeSRGB(x : cube)
    y = color_map(x, csencodeSRGB)
end

% Function: csdecodeSRGB
% The inverse of csencodeSRGB.
% > abs(csdecodeSRGB(0.5) - 0.2140411) < 1e-5
function y = __device__ csdecodeSRGB(x : scalar)
    y = x <= 0.04045 ? x/12.92 : ((max(x, 0) + 0.055)/1.055)^2.4
end

function y = csdecodeSRGB(x : cube)
    y = color_map(x, csdecodeSRGB)
end

% Function: csencodeRec709
% Linear light to the signal of ITU-R BT.709, both from 0 to 1.
% > abs(csencodeRec709(0.5) - 0.7055150) < 1e-5
function y = __device__ csencodeRec709(x : scalar)
    y = x < 0.018 ? 4.5*x : 1.099*max(x, 0)^0.45 - 0.099
end

function y = csencodeRec709(x : cube)
    y = color_map(x, csencodeRec709)
end

% Function: csdecodeRec709
% The inverse of csencodeRec709.
% > abs(csdecodeRec709(0.7055150) - 0.5) < 1e-5
function y = __device__ csdecodeRec709(x : scalar)
    y = x < 0.081 ? x/4.5 : ((max(x, 0) + 0.099)/1.099)^(1/0.45)
end

function y = csdecodeRec709(x : cube)
    y = color_map(x, csdecodeRec709)
end

% Function: csencodeRec2020
% Linear light to the signal of ITU-R BT.2020 with 12 bits, both from 0 to 1.
% > abs(csdecodeRec2020(csencodeRec2020(0.3)) - 0.3) < 1e-5
function y = __device__ csencodeRec2020(x : scalar)
    y = x < 0.0181 ? 4.5*x : 1.0993*max(x, 0)^0.45 - 0.0993
end

function y = csencodeRec2020(x : cube)
    y = color_map(x, csencodeRec2020)
end

% Function: csdecodeRec2020
% The inverse of csencodeRec2020.
% > abs(csdecodeRec2020(0.045) - 0.01) < 1e-6
function y = __device__ csdecodeRec2020(x : scalar)
    y = x < 0.08145 ? x/4.5 : ((max(x, 0) + 0.0993)/1.0993)^(1/0.45)
end

function y = csdecodeRec2020(x : cube)
    y = color_map(x, csdecodeRec2020)
end

% Function: rgb2xyz
% sRGB from 0 to 1 to CIE XYZ with white (0.9505, 1, 1.089), of an image or of one colour.
% > max(abs(rgb2xyz(ones(1,1,3))[0,0,:] - [0.9505,1,1.089])) < 1e-3
function y : vec3 = __device__ rgb2xyz(c : vec3)
    r = csdecodeSRGB(c[0])
    g = csdecodeSRGB(c[1])
    b = csdecodeSRGB(c[2])
    y = [0.4124564*r + 0.3575761*g + 0.1804375*b, 0.2126729*r + 0.7151522*g + 0.0721750*b, 0.0193339*r + 0.1191920*g + 0.9503041*b]
end

function y = rgb2xyz(x : cube(:,:,3))
    y = each_colour(x, __device__ (c : vec3) -> rgb2xyz(c))
end

% Function: rgb2lab
% sRGB from 0 to 1 to CIE L*a*b* for the white of sRGB (D65), of an image or of one colour: L from 0 to 100, a and b some -100 to 100.
% > max(abs(rgb2lab(ones(1,1,3))[0,0,:] - [100,0,0])) < 0.01
% > max(abs(rgb2lab([1.0,1,1]) - [100,0,0])) < 0.01
function y : vec3 = __device__ rgb2lab(c : vec3)
    r = lab_linear(c[0])
    g = lab_linear(c[1])
    b = lab_linear(c[2])
    % As rgb2xyz, over the white.
    p = lab_root((0.4124564*r + 0.3575761*g + 0.1804375*b)*(1/0.95047))
    q = lab_root(0.2126729*r + 0.7151522*g + 0.0721750*b)
    s = lab_root((0.0193339*r + 0.1191920*g + 0.9503041*b)*(1/1.08883))
    y = [116*q - 16, 500*(p - q), 200*(q - s)]
end

function y = rgb2lab(x : cube(:,:,3))
    y = each_colour(x, __device__ (c : vec3) -> rgb2lab(c))
end

% Function: lab2rgb
% The inverse of rgb2lab. Colours that sRGB does not have give values outside of 0 to 1.
% > x = rand(3,4,3); max(abs(lab2rgb(rgb2lab(x)) - x)) < 1e-4
function y : vec3 = __device__ lab2rgb(c : vec3)
    q = (c[0] + 16)/116
    u = 0.95047*lab_cube(q + c[1]/500)
    v = lab_cube(q)
    w = 1.08883*lab_cube(q - c[2]/200)
    r = csencodeSRGB(3.2404542*u - 1.5371385*v - 0.4985314*w)
    g = csencodeSRGB(-0.9692660*u + 1.8760108*v + 0.0415560*w)
    b = csencodeSRGB(0.0556434*u - 0.2040259*v + 1.0572252*w)
    y = [r, g, b]
end

function y = lab2rgb(x : cube(:,:,3))
    y = each_colour(x, __device__ (c : vec3) -> lab2rgb(c))
end

% Function: rgb2ycbcr
% RGB to luma and colour differences of ITU-R BT.601, full range: Y from 0 to 1, Cb and Cr from -0.5 to 0.5, for RGB from 0 to 1.
% > max(abs(rgb2ycbcr(ones(1,1,3))[0,0,:] - [1,0,0])) < 1e-5
function y = rgb2ycbcr(x : cube(:,:,3))
    y = uninit(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            luma = 0.299*x[m,n,0] + 0.587*x[m,n,1] + 0.114*x[m,n,2]
            y[m,n,0] = luma
            y[m,n,1] = (x[m,n,2] - luma)/1.772
            y[m,n,2] = (x[m,n,0] - luma)/1.402
        end
    end
end

% Function: ycbcr2rgb
% The inverse of rgb2ycbcr.
% > x = rand(3,4,3); max(abs(ycbcr2rgb(rgb2ycbcr(x)) - x)) < 1e-5
function y = ycbcr2rgb(x : cube(:,:,3))
    y = uninit(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            red = x[m,n,0] + 1.402*x[m,n,2]
            blue = x[m,n,0] + 1.772*x[m,n,1]
            y[m,n,0] = red
            y[m,n,1] = (x[m,n,0] - 0.299*red - 0.114*blue)/0.587
            y[m,n,2] = blue
        end
    end
end

% A function of each colour.
function y = each_colour(x : cube(:,:,3), map : [__device__ vec3 -> vec3])
    y = uninit(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n,0..2] = map(x[m,n,0..2])
        end
    end
end

% A function of each element.
function y = color_map(x : cube, map : [__device__ scalar -> scalar])
    y = uninit(size(x,0), size(x,1), size(x,2))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = 0..size(x,2)-1
                y[m,n,k] = map(x[m,n,k])
            end
        end
    end
end

% csdecodeSRGB. From 0.04045 to 1 and in single precision it is t^2 times a rational function for t^0.4 whose relative error is below 4e-7.
function y = __device__ lab_linear(x : scalar)
    t = (x + 0.055)*(1/1.055)
    p = (((75.5395389*t + 262.13231)*t + 131.603534)*t + 11.6702371)*t + 0.103109755
    q = (((20.3631588*t + 208.543444)*t + 212.791258)*t + 38.3509198)*t + 1
    y = x <= 0.04045 ? x*(1/12.92) : t*t*(p/q)
    if x > 1 || (x > 0.04045 && is_double())
        y = csdecodeSRGB(x)
    end
end

% The cube root of CIE's L*a*b*, a line near 0. Up to white and in single precision the root is a rational function whose relative error
% is below 6e-7.
function y = __device__ lab_root(t : scalar)
    p = (((((652223.878*t + 2568639.83)*t + 1618085.19)*t + 240611.762)*t + 9027.08499)*t + 74.0763614)*t + 0.0700221632
    q = (((((220641.335*t + 2070010.18)*t + 2237166.83)*t + 528856.633)*t + 31542.4001)*t + 444.078224)*t + 1
    y = t > 0.008856452 ? p/q : 7.787037*t + 16/116
    if t > 1.001 || (t > 0.008856452 && is_double())
        y = exp2(log2(t)/3)
    end
end

% The inverse of lab_root.
function y = __device__ lab_cube(t : scalar)
    y = t > 0.2068966 ? t^3 : (t - 16/116)/7.787037
end

% Whether the program computes in double precision.
function y = __device__ is_double()
    y = 1 + 1e-9 > 1.0
end
