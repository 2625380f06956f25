% 2^n of ints is a bit; powers below 0 are no ints, 2^31 wraps, 2^32 is 0. 3^n, 8^n and (-2)^n beside it.
function y = power(base : int, n : int)
    y = base^n
end
function [] = show(n : int)
    print 2^n, " ", 8^n, " ", 4^n, " ", power(2, n), " ", power(-2, n)
end
% => 1 1 1 1 1
show(0)
% => 2 8 4 2 -2
show(1)
% => 1024 1073741824 1048576 1024 1024
show(10)
% => 32768 0 1073741824 32768 -32768
show(15)
% => -2147483648 0 0 -2147483648 -2147483648
show(31)
% => 0 0 0 0 0
show(32)
try
    show(-1)
catch ex
    % => caught
    print "caught"
end
n = 64
y = vec[int](n)
for k = 0..n-1
    y[k] = 2^k + 8^mod(k, 11) + k^3 + k^4 + k^0
end
% Every term as Python computes it, wrapped to 32 bits.
% => 3 1074823169
print y[0], " ", y[32]
z = vec[int64](n)
for k = 0..n-1
    z[k] = cast(2, int64)^cast(k, int64)
end
% => 1 1099511627776 -9223372036854775808
print z[0], " ", z[40], " ", z[63]
