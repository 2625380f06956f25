% An error in a kernel with memory of its own names the line; what the position owned is freed.
function [] = __kernel__ k(y : vec, n : int, pos : int)
    a = zeros(n)
    a[pos] = 1
    y[pos] = sum(a)
end
function [] = main(n : int = 3)
    y = zeros(5)
    parallel_do(5, y, n, k)
    print y
end
%! raises: index 3 line 4
