% A total of whole numbers that does not fit an int is an error that says how to have it as a scalar; one of scalars is rounded.
function [] = attempt(which : int, x : vec[uint16], v : vec[int])
    try
        match which with
        | 0 -> print sum(x)
        | 1 -> print sum(x .* 1)
        | 2 -> print sum(v)
        | 3 -> print prod(v)
        | 4 -> print prod(v .* 1)
        | 5 -> print sum(x, 1)
        | 6 -> print prod(v, 1)
        | 7 -> print cumsum(v)
        | 8 -> print cumprod(v)
        | 9 -> print dotprod(v, v)
        | 10 -> print sum([v[0], v[1]])
        | 11 -> print prod([v[0], v[1], v[2]])
        | 12 -> print dotprod([v[0], v[1]], [v[1], v[0]])
        | 13 -> print sum(-v)
        end
    catch ex
        print ex
    end
end
x = vec[uint16](40000)
x[:] = 65535
v = vec[int](3)
v[:] = 2000000000
long = vec[int](100)
long[:] = 1
long[97..99] = 2000000000
for which = 0..13
    attempt(which, x, v)
end
for which = 7..9
    attempt(which, x, long)
end
% 40000 * 65535 = 2621400000, 3 * 2e9 = 6e9, 2e9^3 = 8e27, 2e9 + 2e9 = 4e9, 3 * 4e18 = 1.2e19, 2 * 4e18 = 8e18; of the long vector 97 + 2e9 + 2e9, and 97 + 1.2e19.
% => the value 2621400000 does not fit an int, which sum of ints gives; sum(1.0*x) is a scalar
% => the value 2621400000 does not fit an int, which sum of ints gives; sum(1.0*x) is a scalar
% => the value 6000000000 does not fit an int, which sum of ints gives; sum(1.0*x) is a scalar
% => the value 8e+27 does not fit an int, which prod of ints gives; prod(1.0*x) is a scalar
% => the value 8e+27 does not fit an int, which prod of ints gives; prod(1.0*x) is a scalar
% => the value 2621400000 does not fit an int, which sum of ints gives; sum(1.0*x) is a scalar
% => the value 8e+27 does not fit an int, which prod of ints gives; prod(1.0*x) is a scalar
% => the value 4000000000 does not fit an int, which cumsum of ints gives; cumsum(1.0*x) is a scalar
% => the value 4e+18 does not fit an int, which cumprod of ints gives; cumprod(1.0*x) is a scalar
% => the value 1.2e+19 does not fit an int, which dotprod of ints gives; dotprod(1.0*x) is a scalar
% => the value 4000000000 does not fit an int, which sum of ints gives; sum(1.0*x) is a scalar
% => the value 8e+27 does not fit an int, which prod of ints gives; prod(1.0*x) is a scalar
% => the value 8e+18 does not fit an int, which dotprod of ints gives; dotprod(1.0*x) is a scalar
% => the value -6000000000 does not fit an int, which sum of ints gives; sum(1.0*x) is a scalar
% => the value 4000000097 does not fit an int, which cumsum of ints gives; cumsum(1.0*x) is a scalar
% => the value 4000000000000000000 does not fit an int, which cumprod of ints gives; cumprod(1.0*x) is a scalar
% => the value 12000000000000000097 does not fit an int, which dotprod of ints gives; dotprod(1.0*x) is a scalar
print prod(1.0*v), " ", mean(v)
% => 8e+27 2000000000
