% Memory of kernels that is used up ends the program with the line of the array, if nobody catches the error; what a position holds is
% freed. Four arrays of 1 MB fit the limit, the fifth does not.
%! environment: QC_KERNEL_MEMORY=4M
function y = __device__ deep(n : int, depth : int)
    a = zeros(n)
    a[0] = depth
    below = 0.0
    if depth > 0
        below = deep(n, depth - 1)
    end
    y = a[0] + below
end
function [] = __kernel__ k(y : vec, n : int, pos : int)
    y[pos] = deep(n, pos)
end
function [] = main(n : int = 262144)
    y = zeros(9)
    parallel_do(4, y, n, k)
    print y
    % => [0,1,3,6,0,0,0,0,0]
    parallel_do(9, y, n, k)
    print "not reached"
end
%! raises: 1048576 bytes asked for, 4194304 in use, the limit is 4194304; raise QC_KERNEL_MEMORY line 5
