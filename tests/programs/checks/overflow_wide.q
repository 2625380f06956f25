%! flags: --check=overflow
% Arithmetic in 64 bits that does not fit is found as that of ints is, on the host and in kernels.
function [] = __kernel__ scaled(x : vec[int64], y : vec[int64], factor : int64, pos : int)
    y[pos] = x[pos]*factor
end
function [] = attempt(which : int, a : vec[int64])
    try
        match which with
        | 0 -> print a[0] + 1
        | 1 -> print a[1]*a[1]
        | 2 -> print -a[2]
        | 3 -> print a[1]^2
        | 4 -> print a[2] - 1
        | 5 -> b = a[1]; b *= a[1]; print b
        | 6 -> print sum(a .* 2)
        | 7 -> y = vec[int64](1); parallel_do(1, a[1..1], y, a[1], scaled); print y
        | 8 -> print a[0] - 1, " ", (a[1]-1)*(a[1]-1), " ", -a[0], " ", a[2] + 1
        end
        print "fits"
    catch ex
        print ex
    end
end
% The greatest int64, the least whole number whose square is none, and the least int64.
a = vec[int64](3)
a[0] = 9223372036854775807
a[1] = 3037000500
a[2] = -9223372036854775807
a[2] -= 1
for which = 0..8
    attempt(which, a)
end
% => the value 9.223372036854776e+18 does not fit an int64
% => the value 9.22337203700025e+18 does not fit an int64
% => the value 9.223372036854776e+18 does not fit an int64
% => the value 9.22337203700025e+18 does not fit an int64
% => the value -9.223372036854776e+18 does not fit an int64
% => the value 9.22337203700025e+18 does not fit an int64
% => the value 1.8446744073709552e+19 does not fit an int64
% => the value 9.22337203700025e+18 does not fit an int64
% => 9223372036854775806 9223372030926249001 -9223372036854775807 -9223372036854775807
% => fits
