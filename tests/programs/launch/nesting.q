%! features: F211
function [] = __kernel__ inner(A : mat, row : int, pos : int)
    A[row,pos] = A[row,pos] + 10*row + pos
end
function [] = __kernel__ outer_serial(A : mat, pos : int)
    serial_do(size(A,1), A, pos, inner)
end
function [] = __kernel__ outer_parallel(A : mat, pos : int)
    parallel_do(size(A,1), A, pos, inner)
end
function y = run(mode : int)
    A = zeros(3,4)
    match mode with
    | 0 -> serial_do(3, A, outer_serial)
    | 1 -> serial_do(3, A, outer_parallel)
    | 2 -> parallel_do(3, A, outer_serial)
    | _ -> parallel_do(3, A, outer_parallel)
    end
    % 4*(0+10+20) + 3*(0+1+2+3)
    y = sum(A)
end
print run(0), " ", run(1), " ", run(2), " ", run(3)
% => 138 138 138 138
