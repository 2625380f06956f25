%! test opt index-set-splitting
% The loop, two loads, two reads of parameters, an addition, a store and 143 subtractions are 150 statements: so many may be there three times.
% count 2: for ... 'i'

function [] = f(x : vec, k : int, b : scalar)
    for i = 0..numel(x)-1
        s = x[i] + x[k]
        s = s - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b
        s = s - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b
        s = s - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b
        s = s - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b
        s = s - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b
        s = s - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b - b
        x[i] = s
    end
end
function [] = main(n : int = 5, k : int = 2)
    x = ones(n)
    f(x, k, n - 3.5)
    print x
end
