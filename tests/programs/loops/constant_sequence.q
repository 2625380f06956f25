%! features: F235
%! loop: 8 parallel
%! structure: kernel 1
function [] = main(n : int = 4)
    x = ones(n,5)
    y = zeros(n)
    % A slice with constant bounds is a small vector: the kernel needs no memory for it.
    for k = 0..n-1
        y[k] = k + sum(x[k,0..2])
    end
    print y
    % => [3,4,5,6]
end
