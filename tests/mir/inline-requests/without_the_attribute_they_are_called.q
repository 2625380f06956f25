%! test opt inline-requests
% This pass does nothing.
% unchanged
% check: call first

function [] = __kernel__ doubled(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
end
function y = first(x : vec)
    y = zeros(numel(x))
    parallel_do(numel(x), x, y, doubled)
    for i = 0..numel(y)-1
        y[i] += sin(y[i])*1.0 - cos(y[i])*1.0
        y[i] += sin(y[i])*2.0 - cos(y[i])*2.0
        y[i] += sin(y[i])*3.0 - cos(y[i])*3.0
        y[i] += sin(y[i])*4.0 - cos(y[i])*4.0
        y[i] += sin(y[i])*5.0 - cos(y[i])*5.0
        y[i] += sin(y[i])*6.0 - cos(y[i])*6.0
        y[i] += sin(y[i])*7.0 - cos(y[i])*7.0
        y[i] += sin(y[i])*8.0 - cos(y[i])*8.0
        y[i] += sin(y[i])*9.0 - cos(y[i])*9.0
        y[i] += sin(y[i])*10.0 - cos(y[i])*10.0
        y[i] += sin(y[i])*11.0 - cos(y[i])*11.0
    end
end
function y = both(x : vec)
    x = copy(x)
    y = first(first(x))
end
function [] = main(n : int = 4)
    print both(ones(n))
end
