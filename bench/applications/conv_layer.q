% A layer of a neural network: convolution with 3x3 of all channels, bias, max(0,x). The arrays are [image, row, column, channel] and
% [row, column, channel of the input, channel of the output].
import "common.q"

function y = conv_layer(x : cube{4}, w : cube{4}, bias : vec)
    y = zeros(size(x,0), size(x,1) - 2, size(x,2) - 2, size(w,3))
    for k = 0..size(y,0)-1
        for m = 0..size(y,1)-1
            for n = 0..size(y,2)-1
                for c = 0..size(y,3)-1
                    s = bias[c]
                    for i = 0..2
                        for j = 0..2
                            for d = 0..size(x,3)-1
                                s += w[i,j,d,c]*x[k,m+i,n+j,d]
                            end
                        end
                    end
                    y[k,m,n,c] = max(0, s)
                end
            end
        end
    end
end

function [] = main(repetitions : int = 5, images : int = 5, rows : int = 80, columns : int = 100, channels : int = 128)
    x = zeros(images, rows + 2, columns + 2, channels)
    for k = 0..images-1
        for m = 0..rows+1
            for n = 0..columns+1
                for d = 0..channels-1
                    x[k,m,n,d] = texture(m + 100*k, n, d)/1024
                end
            end
        end
    end
    w = zeros(3, 3, channels, channels)
    for i = 0..2
        for j = 0..2
            for d = 0..channels-1
                for c = 0..channels-1
                    w[i,j,d,c] = (mod(523*d + 31*d*c + 7919*i + 104729*j, 256) - 120)/256
                end
            end
        end
    end
    bias = zeros(channels)
    for c = 0..channels-1
        bias[c] = texture(1, c, 2)/1024
    end
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = conv_layer(x, w, bias)
        times[r] = toc("")
    end
    report(times, y)
end
