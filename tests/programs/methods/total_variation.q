%! files: ../../samples/images/camera.png
% Little total variation: the least of |y - x|^2/2 + weight TV(y). The figures are those of tests/methods/reference.py.
import "import/photograph.q"
import "imdenoise.q"

% Chambolle, 2004, with the two parts of p in one cube.
function y = chambolle(x, weight, steps)
    [rows, columns] = size(x, 0..1)
    p = zeros(rows, columns, 2)
    d = zeros(rows, columns)
    for k = 1..steps
        for m = 0..rows-1
            for n = 0..columns-1
                s = 0.0
                if m < rows-1
                    s += p[m,n,0]
                end
                if m > 0
                    s -= p[m-1,n,0]
                end
                if n < columns-1
                    s += p[m,n,1]
                end
                if n > 0
                    s -= p[m,n-1,1]
                end
                d[m,n] = s - x[m,n]/weight
            end
        end
        for m = 0..rows-1
            for n = 0..columns-1
                g = [m < rows-1 ? d[m+1,n] - d[m,n] : 0.0, n < columns-1 ? d[m,n+1] - d[m,n] : 0.0]
                p[m,n,0..1] = (p[m,n,0..1] + 0.25*g)/(1 + 0.25*sqrt(sum(g.^2)))
            end
        end
    end
    y = x - weight*divergence(p)
end

% Minus the transpose of the gradient; beyond the border is nothing.
function y = divergence(p : cube)
    [rows, columns] = size(p, 0..1)
    y = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            down = m < rows-1 ? p[m,n,0] : 0.0
            right = n < columns-1 ? p[m,n,1] : 0.0
            up = m > 0 ? p[m-1,n,0] : 0.0
            left = n > 0 ? p[m,n-1,1] : 0.0
            y[m,n] = down - up + right - left
        end
    end
end
total_variation = [28.6543,0.06252,0.18432,0.21320,0.12863,0.07322,0.09303,0.14558,0.13259,0.23412,0.49915,0.53812,0.47502,0.42199,0.50582,0.63235,0.76538]
judge(chambolle(noisy(), 0.1, 40), total_variation, 0.0005)
% => as the reference
judge(tvdenoise(noisy(), 0.1, 40), total_variation, 0.0005)
% => as the reference

% Beck and Teboulle, 2009: gradients are projected on the unit disk, with momentum. A kernel with two results.
function y = projected(x, weight, steps)
    function [] = __kernel__ ascend(u : mat'clamped, q : cube'unchecked, result : cube'unchecked, rate, pos : ivec2)
        g = [u[pos + [1,0]] - u[pos], u[pos + [0,1]] - u[pos]]
        a : vec2 = q[pos[0],pos[1],0..1]
        a += rate*g
        result[pos[0],pos[1],0..1] = a/max(1, sqrt(a[0]^2 + a[1]^2))
    end
    p = zeros(size(x,0), size(x,1), 2)
    q = copy(p)
    t = 1.0
    for k = 1..steps
        next = zeros(size(p))
        parallel_do(size(x), x + weight*divergence(q), q, next, 1/(8*weight), ascend)
        following = (1 + sqrt(1 + 4*t^2))/2
        q = next + (t - 1)/following*(next - p)
        p = next
        t = following
    end
    y = x + weight*divergence(p)
end
total_variation_projected = [28.3865,0.06898,0.18484,0.20771,0.13458,0.07189,0.09891,0.14401,0.13904,0.22875,0.50613,0.54306,0.46992,0.41927,0.50503,0.62632,0.74884]
judge(projected(noisy(), 0.1, 20), total_variation_projected, 0.0005)
% => as the reference
