%! features: F303
%! calls: cuTexObjectCreate 0
% Texture hardware rounds the weights of elements to 8 bits: a result is off by at most 1/512 of the difference of the elements in
% each dimension. Here differences are up to 255.
function [] = __kernel__ zoom(y : mat, x : mat'hwtex_linear'mirror, factor : scalar, pos : ivec2)
    y[pos] = x[pos ./ factor]
end
function y = exact(x : mat'mirror, factor : scalar, n : int)
    y = zeros(n, n)
    for m = 0..n-1
        for k = 0..n-1
            p = m / factor
            q = k / factor
            [i, j] = [floor(p), floor(q)]
            [a, b] = [p - i, q - j]
            y[m,k] = (1-a)*((1-b)*x[i,j] + b*x[i,j+1]) + a*((1-b)*x[i+1,j] + b*x[i+1,j+1])
        end
    end
end
function [] = main(n : int = 24)
    x = zeros(9, 9)
    for m = 0..8
        for k = 0..8
            x[m,k] = mod(37*m*m + 91*k + 13*m*k, 256)
        end
    end
    y = zeros(n, n)
    parallel_do(size(y), y, x, 2.7, zoom)
    far = max(abs(y - exact(x, 2.7, n)))
    print far <= 255 * 2 / 512 + 0.001, x[8,8]
    % => 188
end
