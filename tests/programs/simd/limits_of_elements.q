% Numbers that small elements do not hold, in vectors: the nearest that they hold, behind rounding; what is no number is 0 (04-types.md).
function [a, b, c, d] = stored(x : vec)
    a = vec[uint8](numel(x))
    b = vec[int8](numel(x))
    c = vec[uint16](numel(x))
    d = vec[int16](numel(x))
    for k = 0..numel(x)-1
        a[k] = 1.5*x[k] + 1
        b[k] = 1.5*x[k] + 1
        c[k] = 1.5*x[k] + 1
        d[k] = 1.5*x[k] + 1
    end
end

% Side by side, as the channels of a picture.
function y = in_turn(x : vec)
    y = mat[uint8](numel(x), 3)
    for k = 0..numel(x)-1
        y[k,0] = 2*x[k]
        y[k,1] = x[k] - 3
        y[k,2] = -x[k]
    end
end

function wrong = different(y, n : int)
    wrong = 0
    for k = n..numel(y)-1
        if y[k] != y[mod(k, n)]
            wrong += 1
        end
    end
end

function [] = main()
    values = [-2e9, -50000, -22000, -21846, -1, 0, 84.25, 85, 133, 169.25, 171, 20000, 21845, 22000, 30000, 43689, 44000, 2e9]
    n = numel(values)
    x = zeros(11*n)
    for k = 0..11*n-1
        x[k] = values[mod(k, n)]
    end
    [a, b, c, d] = stored(x)
    print a[0..n-1]
    % => [0,0,0,0,0,1,127,129,201,255,255,255,255,255,255,255,255,255]
    print b[0..n-1]
    % => [-128,-128,-128,-128,-1,1,127,127,127,127,127,127,127,127,127,127,127,127]
    print c[0..n-1]
    % => [0,0,0,0,0,1,127,129,201,255,258,30001,32769,33001,45001,65535,65535,65535]
    print d[0..n-1]
    % => [-32768,-32768,-32768,-32768,-1,1,127,129,201,255,258,30001,32767,32767,32767,32767,32767,32767]
    print different(a, n) + different(b, n) + different(c, n) + different(d, n)
    % => 0
    y = in_turn(x)
    for k = 3..8
        print y[k,0], " ", y[k,1], " ", y[k,2]
    end
    % => 0 0 255
    % => 0 0 1
    % => 0 0 0
    % => 169 81 0
    % => 170 82 0
    % => 255 130 0
    wrong = 0
    for k = n..11*n-1
        for j = 0..2
            if y[k,j] != y[mod(k, n),j]
                wrong += 1
            end
        end
    end
    print wrong
    % => 0
end
