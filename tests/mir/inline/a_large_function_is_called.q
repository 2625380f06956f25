%! test opt inline
% More than forty operations are not worth it.
% check: call large
% not: host small
% check: host large

function y = small(x)
    y = x+1
end
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
    print small(1.0) > 1.0, large(1.0) > 1.0
end
