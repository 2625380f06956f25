%! test opt inline
% A call would keep the loop from being a kernel.
% not: call large
% check: for

function y = large(x)
    y = x
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
end
function [] = main()
    z = zeros(100)
    for n = 0..99
        z[n] = large(n/100)
    end
    print min(z) >= 0
end
