%! features: F345
% Every length from 1 to 128, primes and powers of two, against the sum that defines the transform, and back.
% The largest difference found, in parts of the largest value, stays below what single precision allows.
function y = dft(x : cvec, sign : scalar)
    n = numel(x)
    y = czeros(n)
    for k = 0..n-1
        total = 0i
        for m = 0..n-1
            angle = sign * 2 * pi * mod(k * m, n) / n
            total += x[m] * complex(cos(angle), sin(angle))
        end
        y[k] = total
    end
end
function d = distance(a : cvec, b : cvec)
    d = max(abs(a - b)) / (1 + max(abs(b)))
end
function d = check(n : int)
    % Numbers without a pattern, from -1 to 1.
    re = zeros(n)
    im = zeros(n)
    for i = 0..n-1
        re[i] = mod(7919 * i + 13, 101) / 50 - 1
        im[i] = mod(7919 * (3 * i + 1) + 13, 101) / 50 - 1
    end
    x = complex(re, im)
    zero = zeros(n)
    spectrum = dft(x, -1)
    back = dft(x, 1) ./ n
    d = distance(fft1(x), spectrum)
    d = max(d, distance(fft1(re), dft(complex(re, zero), -1)))
    d = max(d, distance(ifft1(x), back))
    d = max(d, max(abs(irealfft1(x) - real(back))))
    d = max(d, distance(ifft1(fft1(x)), x))
    d = max(d, max(abs(irealfft1(fft1(re)) - re)))
end
worst = 0.0
for n = 1..128
    worst = max(worst, check(n))
end
for n = [131, 211, 256, 509, 512]
    worst = max(worst, check(n))
end
print worst < 2e-6
% => 1

% By hand: 1+2+3+4, (1-3) + (2-4)(-i), 1-2+3-4, (1-3) + (2-4)i
print fft1([1,2,3,4])
% => [10+0i,-2+2i,-2+0i,-2-2i]
print irealfft1([10+0i,-2+2i,-2+0i,-2-2i])
% => [1,2,3,4]
% Along both dimensions: sums and differences of rows and columns.
m = [[1,2],[3,4]]
print real(fft2(m))
% => [[10,-2],
% =>  [-4,0]]
print irealfft2(fft2(m)), " ", real(ifft2(fft2(m)))[1,0]
% => [[1,2],
% =>  [3,4]] 3
% A single one at the origin has the transform 1 everywhere; 1 everywhere is the transform of a single one.
c = zeros(2,3,4)
c[0,0,0] = 1
print min(real(fft3(c))), " ", max(real(fft3(c))), " ", max(abs(imag(fft3(c))))
% => 1 1 0
print sum(abs(ifft3(complex(ones(2,3,4), zeros(2,3,4))) - c)) < 1e-6, " ", irealfft3(fft3(c))[0,0,0]
% => 1 1
