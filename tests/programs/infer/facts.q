%! features: F100
% What an assertion or an allocation says is known afterwards: the kernel over x reads y without a check.
function [] = __kernel__ k(x : vec, y : vec, z : mat, pos : int)
    x[pos] = x[pos] + y[pos]
end
function [] = main(n : int = 40)
    x = ones(n)
    y = ones(2*n)[0..n-1]
    z = zeros(n,n)
    assert(numel(x) == numel(y), "unequal")
    parallel_do(numel(x), x, y, z, k)
    print sum(x)
    % => 80
    function [] = __kernel__ sums(z : mat, y : vec, pos : int)
        z[pos] = y[pos]
    end
    w = zeros(n)
    parallel_do(n, w, y, sums)
    print sum(w)
    % => 40
end
%! omits: mir ] checked 'x'
%! omits: mir ] checked 'z'
%! omits: mir ] safe
