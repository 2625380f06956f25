% The integers of 64 bits: operators, functions, variables, conversions.
x : int64 = 3000000001
print x, " ", type(x), " ", x + 1, " ", 1 - x, " ", x*x, " ", -x
% => 3000000001 int64 3000000002 -3000000000 9000000006000000001 -3000000001
% Division gives a scalar as that of ints does, powers stay whole, and with a scalar the result is one.
print type(x/2), " ", type(x^2), " ", type(x*0.5), " ", type(x > 5), " ", cast(7, int64)^20
% => scalar int64 scalar int 79792266297612001
% The quotient without its fraction is exact, and of what is divided by 0 the greatest one.
big = cast(9223372036854775807, int64)
print cast(big/10, int64), " ", cast(-big/7, int64), " ", cast(9223372036854775806/big, int64), " ", int(big/5000000000), " ", cast(x/0, int64) == big
% => 922337203685477580 -1317624576693539401 0 1844674407 1
print mod(x, 1000), " ", mod(-x, 1000), " ", min(x, 5), " ", max(x, 5), " ", abs(-x), " ", sign(-x), " ", periodize(-x, 10)
% => 1 -1 5 3000000001 3000000001 -1 9
print and(x, 1023), " ", or(x, 2), " ", xor(x, x), " ", shl(cast(5, int64), 40), " ", shr(x, 3), " ", not(x), " ", nextpow2(x)
% => 513 3000000003 0 5497558138880 375000000 -3000000002 4294967296
print x == 3000000001, x != 3000000001, x > 3000000000, x < 2, !x, x && 1
% => 101001
% Beyond 64 bits arithmetic wraps.
m = cast(9223372036854775807, int64)
print m + 1 == -m - 1, " ", m
% => 1 9223372036854775807
% Where an int is needed the value has to fit one.
print int(x - 3000000000), " ", type(int(x - 3000000000)), " ", zeros(x - 2999999999), " ", 0..x-2999999998
% => 1 int [0,0] [0,1,2,3]
function y = int_of(k : int)
    y = k
end
v = [10,20,30]
print v[x - 3000000000], " ", int_of(x - 2999999994)
% => 20 7
for what = 0..2
    try
        match what with
        | 0 -> print v[x]
        | 1 -> print int(x)
        | 2 -> print int_of(x)
        end
    catch ex
        print ex
    end
end
% => the value 3000000001 does not fit an int
% => the value 3000000001 does not fit an int
% => the value 3000000001 does not fit an int
% Types that are inferred: parameters, captured variables, sums, unions, fields, cells.
function y = twice(a)
    y = a + a
end
f = a -> a*x
print twice(x), " ", f(3), " ", type(f(3))
% => 6000000002 9000000003 int64
s = 0
for k = [x, 1, x]
    s += k
end
print s, " ", type(s)
% => 6000000003 int64
type point : class
    n : int64
end
p = point(n := x)
o = object()
o.n = x
print p.n + 1, " ", o.n - 1, " ", {x, "a"}
% => 3000000002 3000000000 [3000000001,"a"]
c = vec[??](2)
c[0] = x
c[1] = "n"
for i = 0..1
    print c[i] + 1
end
% => 3000000002
% => n1
while x > 2999999999
    x -= 1
end
print x, " ", sprintf("%d", x), " ", num2str(x), " ", "n = " + x
% => 2999999999 2999999999 2999999999 n = 2999999999
% Elements with fewer bits saturate.
u = vec[uint8](3)
u[0] = x
u[1] = -x
u[2] = x - 2999999994
h = vec[uint32](2)
h[0] = x*2
h[1] = x
print u, h
% => [255,0,5][4294967295,2999999999]
% Arrays of them in expressions and totals.
a = [x, 5, 7]
b = a .* 2 + 1
print type(a), " ", b, " ", sum(b), " ", prod(a), " ", mean([x, x]), " ", max(b), " ", cumsum(a), " ", dotprod(a, [1,2,3])
% => vec[int64] [5999999999,11,15] 6000000025 104999999965 3000000000 5999999999 [2999999999,3000000004,3000000011] 3000000030
try
    print prod([shl(cast(1, int64), 32), shl(cast(1, int64), 32)])
catch ex
    print ex
end
% => the value 1.8446744073709552e+19 does not fit 64 bits, which prod of ints gives; prod(1.0*x) is a scalar
print sum([m, -m, m]) == m, " ", sum(a[0..1] > 6)
% => 1 1
