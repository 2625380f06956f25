% Poisson's equation on a periodic cube by V-cycles of the multigrid method (MG of the NAS benchmarks): stencils of 27 points,
% grids down to 2 x 2 x 2.
import "common.q"

% The sum of the 27 points around each one; weights for the point itself and for 1, 2 and 3 steps away.
function y = stencil(x : cube'circular, w : vec)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for k = 0..size(x,2)-1
                total = 0.0
                for p = -1..1
                    for q = -1..1
                        for s = -1..1
                            total += w[abs(p)+abs(q)+abs(s)]*x[i+p,j+q,k+s]
                        end
                    end
                end
                y[i,j,k] = total
            end
        end
    end
end

function y = laplacian(x : cube)
    y = stencil(x, [-8/3, 0, 1/6, 1/12])
end

function y = smoother(x : cube)
    y = stencil(x, [-3/8, 1/32, -1/64, 0])
end

function coarse = restriction(fine : cube'circular)
    n = int(size(fine,0)/2)
    w = [1/2, 1/4, 1/8, 1/16]
    coarse = zeros(n, n, n)
    for i = 0..n-1
        for j = 0..n-1
            for k = 0..n-1
                total = 0.0
                for p = -1..1
                    for q = -1..1
                        for s = -1..1
                            total += w[abs(p)+abs(q)+abs(s)]*fine[2*i+p,2*j+q,2*k+s]
                        end
                    end
                end
                coarse[i,j,k] = total
            end
        end
    end
end

% Trilinear: a point between two of the coarse grid has the mean of both.
function fine = prolongation(coarse : cube'circular)
    n = 2*size(coarse,0)
    fine = zeros(n, n, n)
    for i = 0..n-1
        for j = 0..n-1
            for k = 0..n-1
                total = 0.0
                for p = 0..1
                    for q = 0..1
                        for s = 0..1
                            total += coarse[int((i+p)/2),int((j+q)/2),int((k+s)/2)]
                        end
                    end
                end
                fine[i,j,k] = total/8
            end
        end
    end
end

% What one cycle adds to a solution with residual r.
function u = correction(r : cube)
    if size(r,0) <= 2
        u = smoother(r)
    else
        u = prolongation(correction(restriction(r)))
        u = u + smoother(r - laplacian(u))
    end
end

function u = multigrid(v : cube, cycles : int)
    u = zeros(size(v))
    for t = 1..cycles
        u = u + correction(v - laplacian(u))
    end
end

function [] = main(n : int = 64, cycles : int = 4, repetitions : int = 5)
    x = noise(60)
    v = zeros(n, n, n)
    for c = 0..19
        v[int(n*x[3*c]),int(n*x[3*c+1]),int(n*x[3*c+2])] = mod(c, 2) == 0 ? 1 : -1
    end
    u = zeros(n, n, n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        u = multigrid(v, cycles)
        times[r] = toc("")
    end
    print "times: ", times
    check(u)
end
