%! features: F407
% The same seed gives the same numbers, however they are asked for; other seeds give others. Moments within five deviations.
seed(11)
a = randn(300,200)
seed(11)
b = randn(60000)
seed(12)
c = randn(300,200)
print max(abs(reshape(a, [1,60000]) - b)), " ", max(abs(a - c)) > 1
% => 0 1
% Two thousand and then a thousand are three thousand.
seed(5)
whole = rand(3000)
seed(5)
first = rand(2000)
second = rand(1000)
print max(abs(whole[0..1999] - first)), " ", max(abs(whole[2000..2999] - second))
% => 0 0
% Of n = 60000 normal numbers: the mean deviates by 1/sqrt(n) = 0.0041, the mean square by sqrt(2/n) = 0.0058, the mean cube by
% sqrt(15/n) = 0.0158, the mean fourth power, which is 3, by sqrt(96/n) = 0.04.
print abs(mean(a)) < 0.0205, abs(mean(a.^2) - 1) < 0.029, abs(mean(a.^3)) < 0.079, abs(mean(a.^4) - 3) < 0.2
% => 1111
% Uniform numbers: mean 1/2 by sqrt(1/12n) = 0.0012, mean square 1/3 by sqrt(4/45n) = 0.0012.
u = rand(200,300)
print abs(mean(u) - 0.5) < 0.006, abs(mean(u.^2) - 1/3) < 0.006, min(u) >= 0, max(u) < 1
% => 1111
% Neighbours are not related: the mean of products of 59999 pairs deviates by sqrt(1/n).
print abs(mean(b[0..59998] .* b[1..59999])) < 0.0205
% => 1
print size(rand(2,3,4)), size(randn([4,5]))
% => [2,3,4][4,5]
