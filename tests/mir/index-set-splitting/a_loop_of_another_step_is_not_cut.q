%! test opt index-set-splitting
% The element behind k is none of a loop that goes down, or over every second element.
% unchanged

function [] = down(x : vec, k : int)
    for i = numel(x)-1..-1..0
        x[i] = x[i] + x[k]
    end
end
function [] = second(x : vec, k : int)
    for i = 0..2..numel(x)-1
        x[i] = x[i] + x[k]
    end
end
function [] = main(n : int = 9, k : int = 3)
    x = ones(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i + 1
    end
    down(x, k)
    second(x, k)
    second(x, k+1)
    print x
end
