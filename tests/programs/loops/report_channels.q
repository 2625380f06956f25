%! loop: 9 lanes, as the machine has; 4 lanes unless `x` has 3 channels
%! loop: 18 4 lanes unless `y` has 3 channels and `x` has 4 channels
%! loop: 30 vectors along the sums inside: 8, 4 lanes
%! features: F327
% Wide vectors are for pictures with the number of channels that the text of a loop suggests; the report says so. Pictures with other
% numbers of channels get the same elements.
function y = grey(x : cube)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = x[m,n,0] + 2*x[m,n,1] + 3*x[m,n,2]
        end
    end
end
% Four channels are named, of another array three.
function y = blended(x : cube, background)
    y = zeros(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            alpha = x[m,n,3]
            y[m,n,0] = alpha*x[m,n,0] + (1 - alpha)*background
            y[m,n,1] = alpha*x[m,n,1] + (1 - alpha)*background
            y[m,n,2] = alpha*x[m,n,2] + (1 - alpha)*background
        end
    end
end
% Through all channels, however many there are.
function y = turned(x : cube)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for c = 0..size(x,2)-1
                s += x[m,n,c]
            end
            for c = 0..size(x,2)-1
                y[m,n,c] = s - x[m,n,c]
            end
        end
    end
end
function [] = main(rows : int = 20, columns : int = 300)
    for channels = 3..5
        x = zeros(rows, columns, channels)
        for m = 0..rows-1
            for n = 0..columns-1
                for c = 0..channels-1
                    x[m,n,c] = mod(m + n + c, 5)
                end
            end
        end
        if channels >= 4
            print sum(blended(x, 2))
        end
        print sum(grey(x)), " ", sum(turned(x))
    end
    % => 72000 72000
    % => 24000
    % => 72000 144000
    % => 24000
    % => 72000 240000
end
