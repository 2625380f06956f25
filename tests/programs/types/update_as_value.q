% A compound assignment of an array gives the array, whatever it is changed by.
a = [1.0,2.0,3.0]
c = (a *= 5) + 1
print c
% => [6,11,16]
print a
% => [5,10,15]
A = [[1,2],[3,4]]
B = (A += 1)
print B
% => [[2,3],
% =>  [4,5]]
b : vec4 = [1.0,2.0,3.0,4.0]
d = (b *= 2) + 1
print d
% => [3,5,7,9]
% Also element by element with bits: 4|1, 6|1.
e = [4.0,6.0]
e |= 1
print e
% => [5,7]
