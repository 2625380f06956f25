% A chain of 5x5 stencils on a uint16 image, whose values wrap at 65536. The image goes on beyond its borders as clamped.
import "common.q"

function y = extended(x : mat[uint16]'clamped, border : int)
    y = mat[uint16](size(x,0) + 2*border, size(x,1) + 2*border)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = x[m-border,n-border]
        end
    end
end

function y = stencil(x : mat[uint16])
    y = mat[uint16](size(x,0) - 4, size(x,1) - 4)
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            s = 0
            for i = 0..4
                for j = 0..4
                    s += (i+1)*(j+1)*x[m+i,n+j]
                end
            end
            y[m,n] = and(s, 65535)
        end
    end
end

function y = stencil_chain(x : mat[uint16], stages : int)
    y = extended(x, 2*stages)
    for k = 1..stages
        y = stencil(y)
    end
end

function [] = main(repetitions : int = 5, rows : int = 2560, columns : int = 1536, stages : int = 32)
    x = mat[uint16](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = texture(m, n, 0)
        end
    end
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = stencil_chain(x, stages)
        times[r] = toc("")
    end
    report_integers(times, y)
end
