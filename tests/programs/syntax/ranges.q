%! features: F011
print 1..5
% => [1,2,3,4,5]
print 0..2..7
% => [0,2,4,6]
print 4..-1..0
% => [4,3,2,1,0]
% An empty range has no elements.
print numel(3..2)
% => 0
s = 0
for k = 5..-2..-4
    s = s + k
end
% 5 + 3 + 1 - 1 - 3 = 5
print s
% => 5
x = [10,20,30]
print x[2..-1..0]
% => [30,20,10]
