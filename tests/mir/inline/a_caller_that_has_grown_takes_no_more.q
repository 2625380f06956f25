%! test opt inline
% A caller takes bodies until it has grown to ten thousand statements; what it calls then, it calls. Each body here is about thirty of them.
% check: host main
% check: call small
% check: host small

function y = small(x)
    y = x
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
    y += sin(y); y += cos(y); y += sin(y); y += cos(y)
end
function [] = main()
    y = 1.0
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y); y = small(y)
    print y > 0.0
end
