%! features: F302
% 70 KB are more than constant memory has, 64 KB fill it, and of two arrays the one that does not fit stays where it is.
function [] = __kernel__ one(y : vec, f : vec'hwconst, pos : int)
    y[pos] = f[numel(f) - 1 - pos]
end
function [] = __kernel__ both(y : vec, f : vec'hwconst, g : vec'hwconst, h : vec[uint8]'hwconst, pos : int)
    y[pos] = f[pos] + g[pos] + h[pos]
end
function y = ramp(n : int)
    y = zeros(n)
    for i = 0..n-1
        y[i] = i
    end
end
function [] = main()
    y = zeros(3)
    parallel_do(3, y, ramp(17920), one)
    print y
    % => [17919,17918,17917]
    parallel_do(3, y, ramp(16384), one)
    print y
    % => [16383,16382,16381]
    h = vec[uint8](5)
    h[0..4] = 9
    parallel_do(3, y, ramp(16000), ramp(400), h, both)
    print y
    % => [9,11,13]
end
