%! test opt index-set-splitting work=100000000
% Whether it pays is asked when kernels are made.
% count 3: for ... 'i'

function [] = f(x : vec, k : int)
    for i = 0..numel(x)-1
        x[i] = x[i] + x[k]
    end
end
function [] = main(n : int = 5, k : int = 2)
    x = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i + 1
    end
    f(x, k)
    print x
end
