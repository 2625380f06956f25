% Solves A(x) = b for a symmetric positive definite operator.
function [x, iterations] = conjugate_gradient(A : [cube -> cube], b : cube, tolerance = 1e-6, max_iterations : int = 100)
    dot = (u, v) -> sum(u .* v)
    x = zeros(size(b))
    r = b - A(x)
    p = copy(r)
    rho = dot(r, r)
    iterations = 0
    while sqrt(rho) > tolerance && iterations < max_iterations
        q = A(p)
        alpha = rho / dot(p, q)
        x += alpha * p
        r -= alpha * q
        rho_new = dot(r, r)
        p = r + (rho_new / rho) * p
        rho = rho_new
        iterations += 1
        if mod(iterations, 10) == 0
            print "iteration ", iterations, ": residual ", sqrt(rho)
        end
    end
    if iterations == max_iterations then_warn = 1; else then_warn = 0; end
end

laplacian = x -> 4*x - x[1..size(x,0), :, :] - x[-1..size(x,0)-2, :, :]
[solution, count] = conjugate_gradient(x -> x + 0.1*laplacian(x), randn(64,64,1), max_iterations:=50)
