% Bodies that attract each other: one step, every force from all pairs.
import "common.q"

function [] = step(x : vec, y : vec, z : vec, mass : vec, vx : vec, vy : vec, vz : vec, dt)
    n = numel(x)
    for i = 0..n-1
        ax = 0.0
        ay = 0.0
        az = 0.0
        for j = 0..n-1
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            dz = z[j] - z[i]
            r = sqrt(dx*dx + dy*dy + dz*dz + 0.01)
            f = mass[j]/(r*r*r)
            ax += f*dx
            ay += f*dy
            az += f*dz
        end
        vx[i] += dt*ax
        vy[i] += dt*ay
        vz[i] += dt*az
    end
    for i = 0..n-1
        x[i] += dt*vx[i]
        y[i] += dt*vy[i]
        z[i] += dt*vz[i]
    end
end

function [] = main(n : int = 4096, repetitions : int = 5)
    start = noise(4*n)
    x = zeros(n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        x = start[0..n-1]
        y = start[n..2*n-1]
        z = start[2*n..3*n-1]
        mass = start[3*n..4*n-1]/n
        vx = zeros(n)
        vy = zeros(n)
        vz = zeros(n)
        tic()
        step(x, y, z, mass, vx, vy, vz, 0.1)
        times[r] = toc("")
    end
    print "times: ", times
    check(x)
end
