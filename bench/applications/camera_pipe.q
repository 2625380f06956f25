% From the raw data of a camera to a picture: hot pixels, colours between the filters, correction of colours, tone curve, sharpening; in
% integers. The sensor has red and green in even rows and green and blue in odd ones. The picture is the part of the sensor from row 12 and
% column 16 on.
import "common.q"

% The mean, rounded up.
function y = average(a : int, b : int)
    y = int((a + b + 1)/2)
end

function y = without_hot_pixels(x : mat[uint16])
    y = mat[uint16](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            largest = max(max(x[m,n-2], x[m,n+2]), max(x[m-2,n], x[m+2,n]))
            y[m,n] = min(x[m,n], largest)
        end
    end
end

% Channels: green and red of the even rows, blue and green of the odd ones.
function y = deinterleaved(x : mat[uint16])
    y = cube[uint16](int(size(x,0)/2), int(size(x,1)/2), 4)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n,0] = x[2*m,2*n]
            y[m,n,1] = x[2*m,2*n+1]
            y[m,n,2] = x[2*m+1,2*n]
            y[m,n,3] = x[2*m+1,2*n+1]
        end
    end
end

% Green where the sensor sees red: along the direction in which it changes less.
function y = green_at_red(x : cube[uint16])
    y = mat[uint16](size(x,0), size(x,1))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            if abs(x[m,n+1,0] - x[m,n,0]) < abs(x[m-1,n,3] - x[m,n,3])
                y[m,n] = average(x[m,n+1,0], x[m,n,0])
            else
                y[m,n] = average(x[m-1,n,3], x[m,n,3])
            end
        end
    end
end

function y = green_at_blue(x : cube[uint16])
    y = mat[uint16](size(x,0), size(x,1))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            if abs(x[m,n-1,3] - x[m,n,3]) < abs(x[m+1,n,0] - x[m,n,0])
                y[m,n] = average(x[m,n-1,3], x[m,n,3])
            else
                y[m,n] = average(x[m+1,n,0], x[m,n,0])
            end
        end
    end
end

% All colours at all pixels. What is missing is interpolated and corrected by the error that green has when interpolated alike.
function y = demosaiced(x : cube[uint16])
    gr = green_at_red(x)
    gb = green_at_blue(x)
    y = cube[int16](2*size(x,0), 2*size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            % Green in a row with red.
            y[2*m,2*n,0] = x[m,n,0] - average(gr[m,n], gr[m,n-1]) + average(x[m,n-1,1], x[m,n,1])
            y[2*m,2*n,1] = x[m,n,0]
            y[2*m,2*n,2] = x[m,n,0] - average(gb[m,n], gb[m-1,n]) + average(x[m,n,2], x[m-1,n,2])
            % Red: blue along the diagonal in which it changes less.
            y[2*m,2*n+1,0] = x[m,n,1]
            y[2*m,2*n+1,1] = gr[m,n]
            if abs(x[m,n,2] - x[m-1,n+1,2]) < abs(x[m,n+1,2] - x[m-1,n,2])
                y[2*m,2*n+1,2] = gr[m,n] - average(gb[m,n], gb[m-1,n+1]) + average(x[m,n,2], x[m-1,n+1,2])
            else
                y[2*m,2*n+1,2] = gr[m,n] - average(gb[m,n+1], gb[m-1,n]) + average(x[m,n+1,2], x[m-1,n,2])
            end
            % Blue: red along the diagonal in which it changes less.
            if abs(x[m,n,1] - x[m+1,n-1,1]) < abs(x[m,n-1,1] - x[m+1,n,1])
                y[2*m+1,2*n,0] = gb[m,n] - average(gr[m,n], gr[m+1,n-1]) + average(x[m,n,1], x[m+1,n-1,1])
            else
                y[2*m+1,2*n,0] = gb[m,n] - average(gr[m,n-1], gr[m+1,n]) + average(x[m,n-1,1], x[m+1,n,1])
            end
            y[2*m+1,2*n,1] = gb[m,n]
            y[2*m+1,2*n,2] = x[m,n,2]
            % Green in a row with blue.
            y[2*m+1,2*n+1,0] = x[m,n,3] - average(gr[m,n], gr[m+1,n]) + average(x[m,n,1], x[m+1,n,1])
            y[2*m+1,2*n+1,1] = x[m,n,3]
            y[2*m+1,2*n+1,2] = x[m,n,3] - average(gb[m,n], gb[m,n+1]) + average(x[m,n,2], x[m,n+1,2])
        end
    end
end

% The matrix for a temperature of the light, in 1/256; its last column is added.
function y = colour_matrix(kelvin : scalar)
    warm = [[1.6697, -0.2693, -0.4004, -42.4346], [-0.3576, 1.0615, 1.5949, -37.1158], [-0.2175, -1.8751, 6.9640, -26.6970]]
    cold = [[2.2997, -0.4478, 0.1706, -39.0923], [-0.3826, 1.5906, -0.2080, -25.4311], [-0.0888, -0.7344, 2.2832, -20.0826]]
    alpha = (1/kelvin - 1/3200)/(1/7000 - 1/3200)
    y = mat[int](3, 4)
    for i = 0..2
        for j = 0..3
            y[i,j] = int((warm[i,j]*alpha + cold[i,j]*(1 - alpha))*256)
        end
    end
end

function y = corrected(x : cube[int16], a : mat[int])
    y = cube[int16](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = int(floor((a[c,3] + a[c,0]*x[m,n,0] + a[c,1]*x[m,n,1] + a[c,2]*x[m,n,2])/256))
            end
        end
    end
end

% The bytes for the values 0..1023.
function y = tone_curve(gamma : scalar, contrast : scalar, black : int, white : int)
    b = 2 - 2^(contrast/100)
    a = 2 - 2*b
    y = vec[uint8](1024)
    for k = 0..1023
        g = saturate((k - black)/(white - black))^(1/gamma)
        z = g > 0.5 ? 1 - (a*(1 - g)*(1 - g) + b*(1 - g)) : a*g*g + b*g
        if k <= black
            y[k] = 0
        elseif k > white
            y[k] = 255
        else
            y[k] = int(clamp(z*255 + 0.5, 255))
        end
    end
end

function y = curved(x : cube[int16], curve : vec[uint8])
    y = cube[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = curve[clamp(x[m,n,c], 1023)]
            end
        end
    end
end

function y = blurred_columns(x : cube[uint8])
    y = cube[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = average(average(x[m-1,n,c], x[m+1,n,c]), x[m,n,c])
            end
        end
    end
end

function y = blurred_rows(x : cube[uint8])
    y = cube[uint8](size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = average(average(x[m,n-1,c], x[m,n+1,c]), x[m,n,c])
            end
        end
    end
end

% The part of the picture that is asked for, sharpened; the strength is in 1/32.
function y = sharpened(x : cube[uint8], strength : int, rows : int, columns : int)
    smooth = blurred_rows(blurred_columns(x))
    y = cube[uint8](rows, columns, 3)
    for m = 0..rows-1
        for n = 0..columns-1
            for c = 0..2
                pixel = x[m+12,n+16,c]
                y[m,n,c] = pixel + int(floor((pixel - smooth[m+12,n+16,c])*strength/32))
            end
        end
    end
end

function y = camera_pipe(x : mat[uint16], kelvin : scalar, gamma : scalar, contrast : scalar, strength : scalar, black : int, white : int)
    colours = corrected(demosaiced(deinterleaved(without_hot_pixels(x))), colour_matrix(kelvin))
    picture = curved(colours, tone_curve(gamma, contrast, black, white))
    rows = 32*int((size(x,0) - 24)/32)
    columns = 32*int((size(x,1) - 32)/32)
    y = sharpened(picture, int(clamp(32*strength, 255)), rows, columns)
end

function [] = main(repetitions : int = 5, rows : int = 1968, columns : int = 2592)
    x = mat[uint16](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = texture(m, n, 0)
        end
    end
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = camera_pipe(x, 3700.0, 2.0, 50.0, 1.0, 25, 1023)
        times[r] = toc("")
    end
    report_integers(times, y)
end
