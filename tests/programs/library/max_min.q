% One part of a feature of the inventory.
print max(3,5), " ", min(3,5), " ", max(2,2.5)
% => 5 3 2.5
v = [4.0,-1.0,7.0]
print max(v), " ", min(v)
% => 7 -1
print max(v, 2), " ", min(v, 2)
% => [4,2,7] [2,-1,2]
print max(v, [5.0,5.0,5.0])
% => [5,5,7]
A = [[1.0,9.0],[3.0,2.0]]
print max(A), min(A)
% => 91
