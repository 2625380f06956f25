% A fluid in a box that carries smoke, by the stable method of Stam: diffusion by Jacobi's method, transport back along the
% velocity, and projection on the fields without divergence. Fields have a frame of one cell.
import "common.q"

% The frame of a field: its neighbours inside, negative for the component of velocity that goes into that wall.
function [] = walls(x : mat, vertical, horizontal)
    n = size(x,0) - 2
    for k = 1..n
        x[0,k] = vertical*x[1,k]
        x[n+1,k] = vertical*x[n,k]
        x[k,0] = horizontal*x[k,1]
        x[k,n+1] = horizontal*x[k,n]
    end
    x[0,0] = (x[1,0] + x[0,1])/2
    x[0,n+1] = (x[1,n+1] + x[0,n])/2
    x[n+1,0] = (x[n,0] + x[n+1,1])/2
    x[n+1,n+1] = (x[n,n+1] + x[n+1,n])/2
end

% Solves c*x - a*(the sum of the four neighbours of x) = b, from a start in x.
function x = solve(x : mat, b : mat, a, c, vertical, horizontal, sweeps : int)
    n = size(x,0) - 2
    x = copy(x)
    y = copy(x)
    for t = 1..sweeps
        for i = 1..n
            for j = 1..n
                y[i,j] = (b[i,j] + a*(x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1]))/c
            end
        end
        walls(y, vertical, horizontal)
        swap = x
        x = y
        y = swap
    end
end

function y = diffuse(x : mat, rate, dt, vertical, horizontal, sweeps : int)
    n = size(x,0) - 2
    a = dt*rate*n*n
    y = solve(x, x, a, 1 + 4*a, vertical, horizontal, sweeps)
end

function y = advect(x : mat, u : mat, v : mat, dt, vertical, horizontal)
    n = size(x,0) - 2
    y = zeros(size(x))
    for i = 1..n
        for j = 1..n
            p = min(max(i - dt*n*u[i,j], 0.5), n + 0.5)
            q = min(max(j - dt*n*v[i,j], 0.5), n + 0.5)
            k = int(p)
            l = int(q)
            s = p - k
            t = q - l
            y[i,j] = (1-s)*((1-t)*x[k,l] + t*x[k,l+1]) + s*((1-t)*x[k+1,l] + t*x[k+1,l+1])
        end
    end
    walls(y, vertical, horizontal)
end

function [pu, pv] = project(u : mat, v : mat, sweeps : int)
    n = size(u,0) - 2
    divergence = zeros(size(u))
    for i = 1..n
        for j = 1..n
            divergence[i,j] = -0.5*(u[i+1,j] - u[i-1,j] + v[i,j+1] - v[i,j-1])/n
        end
    end
    walls(divergence, 1, 1)
    p = solve(zeros(size(u)), divergence, 1, 4, 1, 1, sweeps)
    pu = copy(u)
    pv = copy(v)
    for i = 1..n
        for j = 1..n
            pu[i,j] -= 0.5*n*(p[i+1,j] - p[i-1,j])
            pv[i,j] -= 0.5*n*(p[i,j+1] - p[i,j-1])
        end
    end
    walls(pu, -1, 1)
    walls(pv, 1, -1)
end

function smoke = fluid(u : mat, v : mat, smoke : mat, steps : int, sweeps : int)
    dt = 0.1
    for t = 1..steps
        u = u - dt*smoke
        u = diffuse(u, 0.0001, dt, -1, 1, sweeps)
        v = diffuse(v, 0.0001, dt, 1, -1, sweeps)
        [u, v] = project(u, v, sweeps)
        new_u = advect(u, u, v, dt, -1, 1)
        new_v = advect(v, u, v, dt, 1, -1)
        [u, v] = project(new_u, new_v, sweeps)
        smoke = diffuse(smoke, 0.0001, dt, 1, 1, sweeps)
        smoke = advect(smoke, u, v, dt, 1, 1)
    end
end

function [] = main(n : int = 256, steps : int = 4, sweeps : int = 20, repetitions : int = 5)
    smoke_start = picture(n+2, n+2)/255
    u = zeros(n+2, n+2)
    v = zeros(n+2, n+2)
    for i = 1..n
        for j = 1..n
            u[i,j] = 0.5*sin(2*pi*i/n)*cos(4*pi*j/n)
            v[i,j] = 0.5*cos(4*pi*i/n)*sin(2*pi*j/n)
        end
    end
    smoke = zeros(n+2, n+2)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        smoke = fluid(u, v, smoke_start, steps, sweeps)
        times[r] = toc("")
    end
    print "times: ", times
    check(smoke)
end
