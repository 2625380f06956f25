% Lists of a hundred thousand elements, made one by one.
n = 100000
ints = vec[int](0)
bytes = vec[uint8](0)
numbers = []
complexes = []
for k = 0..n-1
    ints = append(ints, k)
    bytes = append(bytes, mod(k, 251))
    numbers = append(numbers, 0.5*mod(k, 4))
    complexes = append(complexes, complex(mod(k, 3), 1))
end
print numel(ints), " ", ints[0], " ", ints[n-1]
% => 100000 0 99999
% The sum of 0 to 99,999 is 4,999,950,000; of the elements modulo 1000 each comes 100 times: 100*499,500.
print sum(mod(ints, 1000))
% => 49950000
% 398 times 0 to 250, which are 31,375, and 0 to 101, which are 5151.
print numel(bytes), " ", sum(bytes)
% => 100000 12492401
% 25,000 times 0, 0.5, 1 and 1.5.
print numel(numbers), " ", sum(numbers)
% => 100000 75000
% 33,333 times 0, 1 and 2, and once 0.
print sum(real(complexes)), " ", sum(imag(complexes))
% => 99999 100000
% Fibonacci's remainders, each from the two before it.
f = [0, 1]
for k = 2..n-1
    f = append(f, mod(f[k-1] + f[k-2], 10))
end
% The last digits have the period 60, whose sum is 280: 1666 periods and the first 40, which sum up to 190.
print numel(f), " ", sum(f)
% => 100000 466670
