% A power of ints is an int (specification, section 18). With a minus in front of its exponent it is a scalar, as 2^-k is meant; an exponent
% that turns out to be negative is an error, since no int is the result, but of 1 and -1.
k = 3
print 2^-1, " ", 2^-k, " ", 10^-2 == 0.01, " ", (-2)^-1, " ", 4^(-k) == 1/64, " ", 2^10, " ", 2^k
% => 0.5 0.125 1 -0.5 1 1024 8
print [2,4].^-1, " ", 2.^(-[1,2]), " ", [1,2,3].^2
% => [0.5,0.25] [0.5,0.25] [1,4,9]
function y = power(base : int, exponent : int)
    y = base^exponent
end
function [] = __kernel__ powers(x : vec[int], exponents : vec[int], y : vec[int], pos : int)
    y[pos] = x[pos]^exponents[pos]
end
function [] = attempt(base : int, exponent : int)
    try
        print power(base, exponent)
    catch ex
        print ex
    end
    y = vec[int](2)
    try
        parallel_do(2, int([base,base]), int([2,exponent]), y, powers)
        print y
    catch ex
        print ex
    end
end
attempt(2, -1)
% => the value 0.5 does not fit an int, which a power of ints is; 2.0^k is a scalar
% => the value 0.5 does not fit an int, which a power of ints is; 2.0^k is a scalar
attempt(0, -1)
% => the value inf does not fit an int, which a power of ints is; 2.0^k is a scalar
% => the value inf does not fit an int, which a power of ints is; 2.0^k is a scalar
attempt(-1, -3)
% => -1
% => [1,-1]
attempt(3, 4)
% => 81
% => [9,81]
