% Module: sim2
% Images of linear light for displays of high dynamic range, as the original system's Sim2HDR.dll shows them.
% It is there without an import where a program names hdr_imshow or rgb2sim2.
{!doc category="Figures"}

% Function: hdr_imshow
% Shows an image of linear light on an ordinary display: range[0] is black, range[1] white, without a range 0 and 1. What lies outside is cut
% off, what is between is encoded as sRGB (IEC 61966-2-1). A display of high dynamic range is not driven; rgb2sim2 gives what one takes.
% Parameters:
% img - height x width, or height x width x 3
% range - the light that is black and white
% Returns:
% fig - as imshow
% Example:
% | x = (ones(64,1)*(0..255))/255
% | hdr_imshow(x, [0,1])
function fig = hdr_imshow(img : cube, range : vec = [0.0, 1.0])
    assert(numel(range) == 2 && range[0] < range[1], "hdr_imshow: a range has two numbers, black and white, the lower one first")
    black = range[0]
    scale = 1/(range[1] - range[0])
    y = uninit(size(img))
    for m = 0..size(img,0)-1
        for n = 0..size(img,1)-1
            for k = 0..size(img,2)-1
                v = min(max((img[m,n,k] - black)*scale, 0), 1)
                y[m,n,k] = v <= 0.0031308 ? 12.92*v : 1.055*max(v, 0)^(1/2.4) - 0.055
            end
        end
    end
    fig = imshow(y, [0,1])
end

% Function: rgb2sim2
% An image of linear light as the display SIM2 HDR47 takes it in its LogLuv mode: log luminance of 13 bits in every pixel, the two
% coordinates of the colour of 10 bits in turn, v' in even columns (from 0 on) and u' in odd ones, each averaged over three columns. The
% encoding is that of the MATLAB program sim2convert of E. Zerman, after the shader of the display's own player.
% Parameters:
% img - height x width x 3, candela per square metre with the primaries of BT.709
% mode - 0 or 1, as programs of the original system write; what it meant there is not documented, and it has no effect
% Returns:
% y - height x width x 3 bytes, to be shown or stored without any change
% Example:
% > rgb2sim2(ones(1,4,3))[0,0,1] > 100
function y : cube[uint8] = rgb2sim2(img : cube(:,:,3), mode : int = 0)
    rows = size(img, 0)
    columns = size(img, 1)
    luv = zeros(rows, columns, 3)
    for m = 0..rows-1
        for n = 0..columns-1
            r = img[m,n,0]
            g = img[m,n,1]
            b = img[m,n,2]
            u = 0.334785*r + 0.340199*g + 0.172095*b
            v = 0.191003*r + 0.717471*g + 0.091526*b
            w = 0.004775*r + 0.032711*g + 0.380929*b
            sum3 = u + 15*v + 3*w
            luv[m,n,0] = v
            % Black has no colour: that of equal energy.
            luv[m,n,1] = 4*(1626.6875*(sum3 > 0 ? u/sum3 : 4.0/19) + 0.546875)
            luv[m,n,2] = 4*(3660.046875*(sum3 > 0 ? v/sum3 : 1.0/19) + 0.546875)
        end
    end
    y = cube[uint8](rows, columns, 3)
    for m = 0..rows-1
        for n = 0..columns-1
            light = luv[m,n,0] < 0.00001 ? 0.0 : 0.0376*log2(max(luv[m,n,0], 0.00001)) + 0.5
            code = min(max(floor((253*light + 1)*32 + 0.5), 32), 8159)
            high = floor(code/32)
            odd = mod(n, 2)
            first = max(n - 1, 0)
            last = min(n + 1, columns - 1)
            total = 0.0
            for k = first..last
                total += odd == 1 ? luv[m,k,1] : luv[m,k,2]
            end
            colour = min(max(floor(total/(last - first + 1) + 0.5), 4), 1019)
            colour_high = floor(colour/4)
            low = min(max((code - 32*high)*8 + (colour - 4*colour_high)*2, 1), 254)
            y[m,n,0] = odd == 1 ? colour_high : low
            y[m,n,1] = high
            y[m,n,2] = odd == 1 ? low : colour_high
        end
    end
end
