% Sums, means and products of whole numbers are exact at every level and in every engine, and an error where they do not fit an int.
% NumPy: np.full((1000,1000), 200, np.uint8).sum() is 200000000, .mean() 200.0; np.full(10**6, 30000, np.int16).mean() 30000.0, .std(ddof=1) 0.0.
y = mat[uint8](1000,1000)
y[:,:] = 200
print mean(y), " ", sum(y), " ", std(y)
% => 200 200000000 0
z = mat[int16](1000,1000)
z[:,:] = 30000
print mean(z), " ", std(z), " ", sum(z, 0)[0,7], " ", mean(z, 1)[3,0]
% => 30000 0 30000000 30000
% The same of expressions: 30000 + 1, and 30000^2.
print mean(z + 1), " ", mean(abs(z)), " ", mean(z .* z)
% => 30001 30000 900000000
% Ints whose partial sums exceed 2^31 although the sum fits: 2e9 + 2e9 - 2e9 - 2e9 a thousand times, and 7.
v = vec[int](4001)
for k = 0..3999
    v[k] = mod(k,4) < 2 ? 2000000000 : -2000000000
end
v[4000] = 7
print sum(v), " ", mean(v) == 7/4001, " ", sum([2000000000,2000000000,-2000000000,-2000000000,7])
% => 7 1 7
print sum(reshape(v[0..3999],[1,4000]), 1), dotprod(v, v*0 + 1), " ", mean([2000000000,2000000256]) == 2000000128
% => [0]7 1
% Products: 2^30 of thirty twos among ones; 0 wherever a factor is 0, however great the others are; the sign.
p = vec[int](100)
p[:] = 1
p[3..32] = 2
print prod(p), " ", prod(-p[0..4]), " ", prod([-2147483647,1]), " ", prod(reshape(p[0..9],[5,2]), 0)
% => 1073741824 -4 -2147483647 [8,16]
p[:] = 1000
print prod(p[0..2]), " ", prod(p[0..0])
% => 1000000000 1000
p[99] = 0
print prod(p), " ", prod(p .* 1), " ", cumprod([3,-5,7])
% => 0 0 [3,-15,-105]
% Of nothing.
none = vec[int](0)
print sum(none), mean(none), prod(none), dotprod(none, none)
% => 0010
