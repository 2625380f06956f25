% Quotients of ints by powers of two, cut off, rounded down and rounded by the store, of elements of 8 and 16 bits. By definition:
% int(v/k) goes toward zero, floor down, a store into an array of small integers to the nearest one, halves away from zero.

% For each v the ints that differ from the definition, computed without a quotient: q with q*k <= v < (q+1)*k.
function wrong = check(v : int, k : int, cut : int, down : int)
    wrong = 0
    if !(down*k <= v && v < (down + 1)*k)
        wrong += 1
    end
    nearer = v < 0 && down*k != v ? down + 1 : down
    if cut != nearer
        wrong += 1
    end
end

function [] = bytes()
    x = vec[uint8](256)
    s = vec[int8](256)
    for i = 0..255
        x[i] = i
        s[i] = i - 128
    end
    half = vec[int](256)
    eighth = vec[int](256)
    floor8 = vec[int](256)
    cut8 = vec[int](256)
    stored = vec[uint8](256)
    signed = vec[int8](256)
    mean = vec[uint8](256)
    for i = 0..255
        half[i] = int((x[i] + 1)/2)
        eighth[i] = int(x[i]/8)
        floor8[i] = int(floor(s[i]/8))
        cut8[i] = int(s[i]/8)
        stored[i] = (x[i] + 255)/2
        signed[i] = s[i]/2
        mean[i] = int((int((x[i] + x[255-i] + 1)/2) + x[i] + 1)/2)
    end
    wrong = 0
    for i = 0..255
        wrong += check(i + 1, 2, half[i], half[i]) + check(i, 8, eighth[i], eighth[i]) + check(i - 128, 8, cut8[i], floor8[i])
        % To the nearest, halves up.
        if !(2*stored[i] == i + 255 || 2*stored[i] == i + 256)
            wrong += 1
        end
        % Halves away from zero.
        t = i - 128
        if 2*signed[i] != t && 2*signed[i] != t + (t > 0 ? 1 : -1)
            wrong += 1
        end
        if mean[i] != eighth_of(4*(128 + i + 1))
            wrong += 1
        end
    end
    print wrong
end

% n/8 of a positive n by counting.
function q = eighth_of(n : int)
    q = 0
    while (q + 1)*8 <= n
        q += 1
    end
end

function [] = words()
    x = vec[uint16](65536)
    s = vec[int16](65536)
    for i = 0..65535
        x[i] = i
        s[i] = i - 32768
    end
    down = vec[int](65536)
    cut = vec[int](65536)
    sum = vec[uint16](65536)
    product = vec[int](65536)
    for i = 0..65535
        down[i] = int(floor((s[i] - 3*x[i])/64))
        cut[i] = int((s[i] - 3*x[i])/64)
        sum[i] = int((x[i] + x[65535-i])/2)
        % Up to 32 bits: a float of single precision rounds it.
        product[i] = int(x[i]*2.0^10/1024)
    end
    wrong = 0
    for i = 0..65535
        wrong += check(i - 32768 - 3*i, 64, cut[i], down[i])
        wrong += sum[i] == 32767 ? 0 : 1
        wrong += product[i] == i ? 0 : 1
    end
    print wrong
end

% Any int: single precision has 24 bits, 16777217/2 is 8388608.5 or the float next to it.
function [] = large()
    x = [16777216, 16777218, -16777216, 2147483647, -2147483648]
    y = vec[int](5)
    for i = 0..4
        y[i] = int(x[i]/2)
    end
    print y
end

bytes()
% => 0
words()
% => 0
large()
% => [8388608,8388609,-8388608,1073741824,-1073741824]
