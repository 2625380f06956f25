% Flow on a torus by the lattice Boltzmann method with nine velocities (D2Q9): stream, then relax.
import "common.q"

function g = step(f : cube'circular, omega)
    cx = [0,1,0,-1,0,1,-1,-1,1]
    cy = [0,0,1,0,-1,1,1,-1,-1]
    w = [4/9,1/9,1/9,1/9,1/9,1/36,1/36,1/36,1/36]
    g = zeros(size(f))
    for m = 0..size(f,1)-1
        for n = 0..size(f,2)-1
            rho = 0.0
            ux = 0.0
            uy = 0.0
            for k = 0..8
                v = f[k,m-cy[k],n-cx[k]]
                rho += v
                ux += cx[k]*v
                uy += cy[k]*v
            end
            ux /= rho
            uy /= rho
            for k = 0..8
                cu = 3*(cx[k]*ux + cy[k]*uy)
                equilibrium = w[k]*rho*(1 + cu + 0.5*cu^2 - 1.5*(ux^2 + uy^2))
                v = f[k,m-cy[k],n-cx[k]]
                g[k,m,n] = v + omega*(equilibrium - v)
            end
        end
    end
end

function f = flow(f : cube, steps : int)
    for t = 1..steps
        f = step(f, 1.2)
    end
end

function [] = main(n : int = 512, steps : int = 10, repetitions : int = 5)
    x = noise(9*n*n)
    start = zeros(9, n, n)
    w = [4/9,1/9,1/9,1/9,1/9,1/36,1/36,1/36,1/36]
    for k = 0..8
        for i = 0..n-1
            for j = 0..n-1
                start[k,i,j] = w[k]*(1 + 0.1*x[(k*n + i)*n + j])
            end
        end
    end
    f = zeros(9, n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        f = flow(start, steps)
        times[r] = toc("")
    end
    print "times: ", times
    check(f)
end
