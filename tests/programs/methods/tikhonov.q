%! files: ../../samples/images/camera.png
% Tikhonov's regularised inverse by conjugate gradients. The figures are those of tests/methods/reference.py, which solves in the basis of
% cosines, exactly.
import "import/photograph.q"
import "imdenoise.q"

function y = laplacian(x : 'mirror)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = 4*x[m,n] - x[m-1,n] - x[m+1,n] - x[m,n-1] - x[m,n+1]
        end
    end
end

% The u with apply(u) = b. What changes in place belongs to u alone.
function u = solved(apply, b, steps)
    u = zeros(size(b))
    r = b
    p = r
    square = sum(r.^2)
    for k = 1..steps
        if square > 1e-10
            q = apply(p)
            length = square/sum(p.*q)
            u += length*p
            r = r - length*q
            next = sum(r.^2)
            p = r + next/square*p
            square = next
        end
    end
end

tikhonov_gradient = [28.6688,0.05384,0.22028,0.23577,0.07655,0.07149,0.07896,0.14314,0.09574,0.26553,0.49909,0.52405,0.50946,0.39258,0.47720,0.63910,0.80415]
judge(solved(u -> u + laplacian(u), noisy(), 50), tikhonov_gradient, 0.0001)
% => as the reference
judge(imtikhonov(noisy(), 1), tikhonov_gradient, 0.0001)
% => as the reference
tikhonov_laplacian = [29.3557,0.04539,0.22672,0.24206,0.06912,0.08364,0.07703,0.12062,0.09059,0.29390,0.51884,0.53324,0.51604,0.37745,0.47038,0.64802,0.81783]
judge(solved(u -> u + 0.5*laplacian(laplacian(u)), noisy(), 60), tikhonov_laplacian, 0.0001)
% => as the reference

% With deconvolution: the least of |hu - x|^2 + weight |Lu|^2 has hhu + weight LLu = hx.
function u = deconvolved(x, weight)
    u = solved(u -> blur(blur(u)) + weight*laplacian(laplacian(u)), blur(x), 80)
end
tikhonov_deconvolution = [32.0772,0.09270,0.18992,0.19648,0.08866,0.07969,0.09284,0.14298,0.09708,0.31141,0.52377,0.57253,0.52088,0.38092,0.45632,0.66712,0.80277]
judge(deconvolved(blur(photograph()) + fine*white_noise(), 0.02), tikhonov_deconvolution, 0.0005)
% => as the reference
