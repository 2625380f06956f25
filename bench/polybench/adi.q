% Diffusion in the plane by alternating directions, 5 steps.
import "check.q"

function [] = adi(u : mat, v : mat, p : mat, q : mat)
    n = size(u,0)
    steps = 5
    dx = 1.0/n
    dt = 1.0/steps
    mul1 = 2*dt/(dx*dx)
    mul2 = dt/(dx*dx)
    a = -mul1/2
    b = 1 + mul1
    d = -mul2/2
    e = 1 + mul2
    for t = 1..steps                       %: serial: each step reads the step before
        for i = 1..n-2                     %: parallel
            v[0,i] = 1
            p[i,0] = 0
            q[i,0] = v[0,i]
            for j = 1..n-2                 %: serial within kernel: p[i,j] needs p[i,j-1]
                p[i,j] = -a/(a*p[i,j-1] + b)
                q[i,j] = (-d*u[j,i-1] + (1 + 2*d)*u[j,i] - d*u[j,i+1] - a*q[i,j-1])/(a*p[i,j-1] + b)
            end
            v[n-1,i] = 1
            for j = n-2..-1..1             %: serial within kernel: v[j,i] needs v[j+1,i]
                v[j,i] = p[i,j]*v[j+1,i] + q[i,j]
            end
        end
        for i = 1..n-2                     %: parallel
            u[i,0] = 1
            p[i,0] = 0
            q[i,0] = u[i,0]
            for j = 1..n-2                 %: serial within kernel: p[i,j] needs p[i,j-1]
                p[i,j] = -d/(d*p[i,j-1] + e)
                q[i,j] = (-a*v[i-1,j] + (1 + 2*a)*v[i,j] - a*v[i+1,j] - d*q[i,j-1])/(d*p[i,j-1] + e)
            end
            u[i,n-1] = 1
            for j = n-2..-1..1             %: serial within kernel: u[i,j] needs u[i,j+1]
                u[i,j] = p[i,j]*u[i,j+1] + q[i,j]
            end
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    u = zeros(n, n)
    v = zeros(n, n)
    p = zeros(n, n)
    q = zeros(n, n)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..n-1
                u[i,j] = mod(i + n - j, 13)/13
            end
        end
        tic()
        adi(u, v, p, q)
        times[run] = toc("")
    end
    print "times: ", times
    check(u)
end
