%! files: ../../samples/images/camera.png
% Anisotropic diffusion after Perona and Malik, 1990. The figures are those of tests/methods/reference.py.
import "import/photograph.q"
import "imdenoise.q"

given = [21.7655,0.07458,0.27898,0.31729,-0.00439,0.03534,0.04681,0.14853,0.05381,0.28514,0.53173,0.56364,0.59682,0.37262,0.42725,0.62511,0.81073]
judge(noisy(), given, 0.0001)
% => as the reference

% Four neighbours and an exponential, as a kernel.
function y = __device__ flow(d, k)
    y = d*exp(-(d/k)^2)
end
function y = diffused(x, k, steps, rate)
    function [] = __kernel__ step(x : mat'mirror, y : mat'unchecked, k, rate, pos : ivec2)
        v = x[pos]
        s = flow(x[pos + [0,1]] - v, k) + flow(x[pos - [0,1]] - v, k)
        s += flow(x[pos + [1,0]] - v, k) + flow(x[pos - [1,0]] - v, k)
        y[pos] = v + rate*s
    end
    y = x
    for i = 1..steps
        next = zeros(size(y))
        parallel_do(size(y), y, next, k, rate, step)
        y = next
    end
end
diffusion_four = [25.9194,0.03500,0.22892,0.31967,0.07027,0.09420,0.11522,0.12765,0.11007,0.27513,0.50499,0.53617,0.52979,0.38683,0.46750,0.65162,0.80416]
judge(diffused(noisy(), 0.1, 6, 0.2), diffusion_four, 0.0001)
% => as the reference
judge(imdiffusefilt(noisy(), 0.1, 6, 0.2), diffusion_four, 0.0001)
% => as the reference
diffusion_four_quadratic = [29.4351,0.03743,0.20351,0.23945,0.09002,0.09184,0.08580,0.12962,0.10968,0.27212,0.49984,0.52332,0.49666,0.39299,0.48713,0.64188,0.80540]
judge(imdiffusefilt(noisy(), 0.1, 6, 0.2, "quadratic"), diffusion_four_quadratic, 0.0001)
% => as the reference

% Eight neighbours in loops; two pictures change places.
function u = diffused_of_eight(x, k, steps, rate)
    u = copy(x)
    next = zeros(size(x))
    for i = 1..steps
        for m = 0..size(x,0)-1
            for n = 0..size(x,1)-1
                v = u[m,n]
                s = 0.0
                for dy = -1..1
                    for dx = -1..1
                        if dy != 0 || dx != 0
                            d = u[clamp(m + dy, size(u,0) - 1), clamp(n + dx, size(u,1) - 1)] - v
                            s += d/(1 + (d/k)^2)/(dy^2 + dx^2)
                        end
                    end
                end
                next[m,n] = v + rate*s
            end
        end
        [u, next] = [next, u]
    end
end
diffusion_eight = [28.4562,0.04211,0.21572,0.26213,0.07415,0.08988,0.08572,0.13102,0.10441,0.27514,0.50511,0.53163,0.51377,0.38965,0.47226,0.64801,0.80816]
judge(diffused_of_eight(noisy(), 0.1, 5, 0.1), diffusion_eight, 0.0001)
% => as the reference
