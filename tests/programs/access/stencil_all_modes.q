%! features: F282
% A 3-tap sum over a whole image: borders by every mode, interior alike.
function y = __device__ taps(a : scalar, b : scalar, c : scalar)
    y = a + 2*b + c
end
function [] = __kernel__ m(x : mat'mirror, y : mat, pos : ivec2)
    y[pos] = taps(x[pos - [0,1]], x[pos], x[pos + [0,1]])
end
function [] = __kernel__ c(x : mat'circular, y : mat, pos : ivec2)
    y[pos] = taps(x[pos - [0,1]], x[pos], x[pos + [0,1]])
end
function [] = __kernel__ l(x : mat'clamped, y : mat, pos : ivec2)
    y[pos] = taps(x[pos - [0,1]], x[pos], x[pos + [0,1]])
end
function [] = __kernel__ s(x : mat'safe, y : mat, pos : ivec2)
    y[pos] = taps(x[pos - [0,1]], x[pos], x[pos + [0,1]])
end
x = zeros(2,9)
for i = 0..1
    for j = 0..8
        x[i,j] = j + 1
    end
end
y = zeros(2,9)
% Interior: j + 2(j+1) + (j+2) = 4(j+1).
parallel_do(size(y), x, y, m)
print y[1,:]
% => [5,8,12,16,20,24,28,32,35]
parallel_do(size(y), x, y, c)
print y[1,:]
% => [13,8,12,16,20,24,28,32,27]
parallel_do(size(y), x, y, l)
print y[0,:]
% => [5,8,12,16,20,24,28,32,35]
parallel_do(size(y), x, y, s)
print y[0,:]
% => [4,8,12,16,20,24,28,32,26]
