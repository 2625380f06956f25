%! flags: --check=overflow
% Arithmetic of ints that does not fit is found at its line, on the host and in kernels; what fits is as without the option.
function y = times(a : int, b : int)
    y = a*b
end
function [] = __kernel__ scaled(x : vec[int], y : vec[int], factor : int, pos : int)
    y[pos] = x[pos]*factor
end
function [] = __kernel__ counted(count : vec[int], step : int, pos : int)
    count[0] += step
end
function [] = attempt(which : int, a : int, b : int, x : vec[int])
    y = vec[int](numel(x))
    count = vec[int](1)
    try
        match which with
        | 0 -> print a*b
        | 1 -> print a + a
        | 2 -> print -a - a
        | 3 -> print -(-a - b - 1)
        | 4 -> print b^31
        | 5 -> print times(a, b)
        | 6 -> print sum(x .* b)
        | 7 -> parallel_do(numel(x), x, y, a, scaled); print y[1]
        | 8 -> parallel_do(3, count, 1000000000, counted); print count
        | 9 -> c = a; c += a; print c
        | 10 -> print a - b, " ", -a, " ", b^30, " ", times(a, 1), " ", x*2
        end
    catch ex
        print ex
    end
end
x = int([5,7,11])
for which = 0..10
    % In a kernel one product alone does not fit: which of several errors is told first is open on a GPU.
    values = which == 6 ? int([1,2000000000]) : (which == 7 ? int([0,5,1]) : x)
    attempt(which, 2000000000, 2, values)
end
% => the value 4000000000 does not fit an int
% => the value 4000000000 does not fit an int
% => the value -4000000000 does not fit an int
% => 2000000003
% => the value 2147483648 does not fit an int
% => the value 4000000000 does not fit an int
% => the value 4000000000 does not fit an int
% => the value 10000000000 does not fit an int
% => the value 3000000000 does not fit an int
% => the value 4000000000 does not fit an int
% => 1999999998 -2000000000 1073741824 2000000000 [10,14,22]
