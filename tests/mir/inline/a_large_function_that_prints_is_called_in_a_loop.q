%! test opt inline
% No kernel could run it, so that nothing is gained.
% check: for
% check: call large

function y = large(x)
    y = x
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    print y > 0
end
function [] = main()
    z = zeros(3)
    for n = 0..2
        z[n] = large(1 + n/100)
    end
    print min(z) >= 0
end
