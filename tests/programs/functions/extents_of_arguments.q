% Functions know the extents that all their calls agree on: of arguments that are handed on, that become other arrays, and of calls that do not agree.
function y = smooth(x : vec, w : vec)
    y = zeros(numel(x))
    for n = 0..numel(x)-1
        for k = 0..numel(w)-1
            y[n] += w[k]*x[n + k - int(numel(w)/2)]
        end
    end
end

function y = twice(x : vec, w : vec)
    y = smooth(smooth(x, w), w)
end

function [] = tell(a : mat)
    printf("%d %d %d", size(a,0), size(a,1), numel(a))
end

function n = grow(a : vec, rounds : int)
    n = 0
    for k = 1..rounds
        n += numel(a)
        a = zeros(numel(a) + 2)
    end
end

function n = nested(a : vec, depth : int)
    n = numel(a)
    if depth > 0
        n += nested(zeros(depth), depth - 1)
    end
end

w = ones(5)
x = 0..9
y = twice(x, w)
print y
% => [19,34,54,76,100,125,140,144,119,89]
tell(ones(2,3))
tell(ones(3,2))
% => 2 3 6
% => 3 2 6
printf("%d", grow(ones(4), 3))
% => 18
printf("%d", nested(ones(7), 3))
% => 13
