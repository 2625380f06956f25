% Arrays whose sizes are not known in a kernel: products, slices, masks, reductions, updates, outputs of several kinds.
function [largest : scalar, sum_of : vec3] = __kernel__ work(A : mat, x : vec, n : int, y : mat, pos : int)
    row = A[pos,0..n-1]
    B = A[0..n-1,0..n-1]
    column = B * transpose(row)
    b = zeros(n)
    b[:] = x[0..n-1]
    b += 1
    b[b > 2] = 0
    y[pos,0] = sum(column)
    y[pos,1] = dotprod(b, x[0..n-1])
    y[pos,2] = norm(row)
    y[pos,3] = max(cumsum(b))
    largest ^^= y[pos,0]
    sum_of[pos] += numel(b)
    sum_of += [1.0,0.0,0.0]
end
function [] = main(n : int = 3)
    A = [[3.0,0.0,4.0],[0.0,1.0,0.0],[1.0,2.0,2.0]]
    y = zeros(3,4)
    [largest, sizes] = parallel_do(3, A, [0.5,1.0,7.0], n, y, work)
    % A*(3,0,4) = (25,0,11); A*(0,1,0) = (0,1,2); A*(1,2,2) = (11,2,9); b = (1.5,2,0)
    print y
    % => [[36,2.75,5,3.5],
    % =>  [3,2.75,1,3.5],
    % =>  [22,2.75,3,3.5]]
    print largest, " ", sizes
    % => 36 [6,3,3]
end
%! warns: the kernel `work` needs dynamic kernel memory line 3
