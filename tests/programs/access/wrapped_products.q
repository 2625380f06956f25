% An index is a number of 32 bits: where a product wraps, the element of the wrapped index is meant, and nothing outside the array is touched.
function y = of_one(x : vec, at : vec[int])
    y = zeros(numel(at), 20)
    for m = 0..numel(at)-1
        for n = 0..19
            y[m,n] = x[2*at[m]-1] + n
        end
    end
end
function y = of_each(x : vec, at : vec[int])
    y = zeros(numel(at))
    for m = 0..numel(at)-1
        y[m] = x[2*at[m]-1]
    end
end
function [] = main(c : int = 3, k : int = 300)
    x = zeros(c)
    x[1] = 7
    at = vec[int](k)
    at[1] = -2147483647
    print sum(of_one(x, at)), " ", sum(of_each(x, at))
end
% Row 1 reads x[1], since 2*-2147483647-1 is 1 in 32 bits; all others x[-1], which is 0. Of 300 rows of 0..19: 300*190.
% => 57140 7
