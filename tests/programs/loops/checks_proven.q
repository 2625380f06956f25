%! features: F284
%! loop: 11 bounds checks left: none
%! loop: 19 bounds checks left: `x` safe
%! loop: 27 bounds checks left: none
%! loop: 34 bounds checks left: `x` safe (2)
% What an assertion, a size or a bound proves to be inside is accessed without a check; the report counts the checks that are left.
% Both indices are proven: one by the loop's bounds, one by the assertion.
function y = asserted(x : vec, k : int)
    assert(k >= 0 && k < numel(x))
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        y[i] = x[i] + x[k]
    end
end
% Without the assertion the second may be outside.
function y = open(x : vec, k : int)
    y = zeros(numel(x))
    n = numel(x)
    for i = 0..n-1
        y[i] = x[i] + x[k]
    end
end
% Two arrays of one size, as an assertion says.
function y = equal(x : vec, z : vec)
    assert(numel(x) == numel(z))
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        y[i] = x[i]*z[i]
    end
end
% The neighbours of the first and of the last element are outside.
function y = stencil(x : vec)
    y = zeros(numel(x))
    for i = 0..numel(x)-1
        y[i] = x[i-1] + x[i+1]
    end
end
function [] = main(n : int = 4, last : int = 3)
    x = zeros(n)
    for i = 0..n-1
        x[i] = i
    end
    print asserted(x, last)
    % => [3,4,5,6]
    print open(x, n)
    % => [0,1,2,3]
    print equal(x, x)
    % => [0,1,4,9]
    print stencil(x)
    % => [1,2,4,2]
end
