% Bitwise operators on elements of scalars work on the ints that they convert to.
s = [7.9, 6.0, 5.0]
s[0] &= 3
s[1] |= 1
s[2] ~= 1
% 7&3, 6|1, 5 xor 1
print s
% => [3,7,4]
t = 4*ones(1,40)
t[20] |= 3
print t[20]
% => 7
t[0..1] |= 1
print t[0..2]
% => [5,5,4]
