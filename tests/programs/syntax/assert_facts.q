%! features: F034
%! structure: bounds-check 0
%! raises: assertion failed: n must be an index line 5
function y = pick(x : vec, n : int)
    assert(n >= 0 && n < numel(x), "n must be an index")
    y = x[n]
end
function y = above(m : mat, i : int, j : int)
    if i < 1 || i >= size(m,0) || j < 0 || j >= size(m,1)
        error "outside"
    end
    y = m[i,j]
end
function [] = main(n : int = 7)
    v = ones(n * 50) * 2
    print pick(v, n - 5)
    % => 2
    m = ones(n, n)
    print above(m, n - 1, 0)
    % => 1
    % What always holds is not tested at all.
    assert(1 < 2)
    print pick(v, n * 1000)
end
