% Deriche's recursive smoothing filter along rows, then columns.
import "check.q"

function [] = deriche(alpha : scalar, x : mat, y1 : mat, y2 : mat, out : mat)
    w = size(x,0)
    h = size(x,1)
    k = (1 - exp(-alpha))*(1 - exp(-alpha))/(1 + 2*alpha*exp(-alpha) - exp(2*alpha))
    a1 = k
    a2 = k*exp(-alpha)*(alpha - 1)
    a3 = k*exp(-alpha)*(alpha + 1)
    a4 = -k*exp(-2*alpha)
    b1 = 2^(-alpha)
    b2 = -exp(-2*alpha)
    for i = 0..w-1                         %: parallel
        ym1 = 0.0
        ym2 = 0.0
        xm1 = 0.0
        for j = 0..h-1                     %: serial within kernel: the filter feeds its last two values back
            v = a1*x[i,j] + a2*xm1 + b1*ym1 + b2*ym2
            y1[i,j] = v
            xm1 = x[i,j]
            ym2 = ym1
            ym1 = v
        end
    end
    for i = 0..w-1                         %: parallel
        yp1 = 0.0
        yp2 = 0.0
        xp1 = 0.0
        xp2 = 0.0
        for j = h-1..-1..0                 %: serial within kernel: the filter feeds its last two values back
            v = a3*xp1 + a4*xp2 + b1*yp1 + b2*yp2
            y2[i,j] = v
            xp2 = xp1
            xp1 = x[i,j]
            yp2 = yp1
            yp1 = v
        end
    end
    for i = 0..w-1                         %: parallel
        for j = 0..h-1                     %: parallel
            out[i,j] = y1[i,j] + y2[i,j]
        end
    end
    for j = 0..h-1                         %: parallel
        tm1 = 0.0
        ym1 = 0.0
        ym2 = 0.0
        for i = 0..w-1                     %: serial within kernel: the filter feeds its last two values back
            v = a1*out[i,j] + a2*tm1 + b1*ym1 + b2*ym2
            y1[i,j] = v
            tm1 = out[i,j]
            ym2 = ym1
            ym1 = v
        end
    end
    for j = 0..h-1                         %: parallel
        tp1 = 0.0
        tp2 = 0.0
        yp1 = 0.0
        yp2 = 0.0
        for i = w-1..-1..0                 %: serial within kernel: the filter feeds its last two values back
            v = a3*tp1 + a4*tp2 + b1*yp1 + b2*yp2
            y2[i,j] = v
            tp2 = tp1
            tp1 = out[i,j]
            yp2 = yp1
            yp1 = v
        end
    end
    for i = 0..w-1                         %: parallel
        for j = 0..h-1                     %: parallel
            out[i,j] = y1[i,j] + y2[i,j]
        end
    end
end

function [] = main(n : int = 18, repetitions : int = 1)
    m = n + 5
    x = zeros(n, m)
    y1 = zeros(n, m)
    y2 = zeros(n, m)
    out = zeros(n, m)
    times = zeros(repetitions)
    for run = 0..repetitions-1
        for i = 0..n-1
            for j = 0..m-1
                x[i,j] = mod(313*i + 991*j, 4096)/4096
            end
        end
        tic()
        deriche(0.25, x, y1, y2, out)
        times[run] = toc("")
    end
    print "times: ", times
    check(out)
end
