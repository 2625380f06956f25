% Sizes that no int holds are errors, not arrays of another size: 65536 * 65536 = 2^32, of which 32 bits are 0.
function [] = attempt(n : int, which : int)
    try
        match which with
        | 0 -> print size(zeros(n*65536, 3))
        | 1 -> print size(ones(3, n*n))
        | 2 -> print size(mat(n*n, 3))
        | 3 -> print size(zeros([n*n, 3]))
        | 4 -> print size(vec[uint8](n*n + 1))
        | 5 -> print size(zeros(-n*n - 1, 2))
        | 6 -> print size(zeros(n^2, 3))
        | 7 -> print size(0..(n*n*3))
        | 8 -> print size(repmat([1,2], [n*n, 1]))
        | 9 -> print size(reshape([1,2,3,4], [n*n + 2, 2]))
        | 10 -> print size(zeros(n, n))
        end
    catch ex
        print ex
    end
end
for which = 0..10
    attempt(65536, which)
end
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value -4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => array: 65536x65536 elements are more than an int can count
% What is not a number is no size either.
function [] = without(x : scalar, which : int)
    try
        match which with
        | 0 -> print size(zeros(x, 3))
        | 1 -> print size(zeros([x, 3]))
        | 2 -> print size(ones(2, x/x))
        | 3 -> print size(vec(x))
        | 4 -> print size(rand(x, 2))
        | 5 -> print size(zeros(2*x, 1))
        | 6 -> print size(zeros([1,2,3,4]*x))
        end
    catch ex
        print ex
    end
end
for which = 0..6
    without(nan, which)
end
% => array: a size is not a number
% => array: a size is not a number
% => array: a size is not a number
% => array: a size is not a number
% => array: a size is not a number
% => array: a size is not a number
% => array: a size is not a number
without(2.0, 0)
% => [2,3]
% The same by way of variables: products and powers that lead to a size are looked at where they are computed.
function [] = by_variables(n : int, which : int)
    try
        match which with
        | 0 -> m = n*n; print size(zeros(m, 3))
        | 1 -> m = n*n; k = m + 1; print size(ones(k))
        | 2 -> m = n^2; print size(0..m)
        | 3 -> m = n; m *= n; print size(rand(m, 2))
        | 4 -> sizes = [n*n, 3]; print size(zeros(sizes))
        | 5 -> m = n*n; print size(reshape([1,2], [m + 2, 1]))
        | 6 -> w = n*n; print w
        | 7 -> h = mod(n*n + 7, 10); print size(zeros(h))
        end
    catch ex
        print ex
    end
end
for which = 0..7
    by_variables(65536, which)
end
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% => the value 4294967296 does not fit an int
% A number that is no size wraps, as does what a function makes another number of: 2^32 is 0, and 0 + 7.
% => 0
% => [1,7]
