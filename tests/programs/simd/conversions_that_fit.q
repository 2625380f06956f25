% Floats that are cut off to ints: at the ends of what fits, where the float next to an int is another number, and where there was no number.
% NumPy 2: np.floor(np.float32(x)/np.float32(256)).astype(int), np.trunc(np.float32(x)*np.float32(0.5)).astype(int), and the clamped numbers.

function y = quotients(x : vec[int])
    y = mat[int](numel(x), 3)
    for k = 0..numel(x)-1
        y[k,0] = int(floor(x[k]/256))
        y[k,1] = int(abs(x[k])/2)
        y[k,2] = int(-x[k]/1024 + 0.5)
    end
end

function y = limited(x : vec)
    y = mat[int](numel(x), 3)
    for k = 0..numel(x)-1
        y[k,0] = int(clamp(x[k], 70))
        y[k,1] = int(min(max(x[k], -3e9), 2e9))
        y[k,2] = int(max(x[k], 0))
    end
end

function [] = main()
    x = vec[int](21)
    v = zeros(21)
    ints = [2147483647, -2147483647, 16777217, -16777217, 511, -1, 0]
    floats = [1e12, -1e12, 69.9, -0.5, 0/0.0, 70.5, 2147483520]
    for k = 0..20
        x[k] = int(ints[mod(k, 7)])
        v[k] = floats[mod(k, 7)]
    end
    x[20] = 2147483647
    x[19] = -2147483647
    a = quotients(x)
    b = limited(v)
    for k = 14..20
        print a[k,0], " ", a[k,1], " ", a[k,2], " | ", b[k,0], " ", b[k,1], " ", b[k,2]
        % => 8388608 1073741824 -2097151 | 70 2000000000 2147483647
        % => -8388608 1073741824 2097152 | 0 -2147483648 0
        % => 65536 8388608 -16383 | 69 69 69
        % => -65536 8388608 16384 | 0 0 0
        % => 1 255 0 | 0 -2147483648 0
        % => -8388608 1073741824 2097152 | 70 70 70
        % => 8388608 1073741824 -2097151 | 70 2000000000 2147483520
    end
end
