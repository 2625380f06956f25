%! features: F025
% `==` and `!=` of arrays have a truth value for each element where the result is a value, also below `!`, `&&` and `||`; where they decide,
% they compare whole arrays.
a = [1,2,3,4]
b = [1,5,3,0]
both = a == b && a > 1
print both
% => [0,0,1,0]
print !(a == b)
% => [0,1,0,1]
print (a != b) || (a == 3)
% => [0,1,1,1]
print a == b && b == a
% => [1,0,1,0]
print sum(!(a != b) && !(a == 1))
% => 1
c = copy(a)
c[a == b && a > 1] = 0
print c
% => [1,2,0,4]
if a == b && a > 0
    print "never"
elseif !(a == b) && a == copy(a)
    print "different"
end
% => different
print a == b || a != b ? "one of both" : "never"
% => one of both
% Arrays of different sizes are different; as values they have no elements that belong together.
if size(zeros(2,3)) != size(zeros(2,3,4)) && !(a == zeros(5))
    print "other sizes"
end
% => other sizes
assert(a == copy(a) && !(a == b))
try
    print !(a == ones(int(rand(1)[0]) + 5))
catch ex
    print "sizes differ"
end
% => sizes differ
% In a kernel.
pairs = [[1,1],[1,2],[3,3]]
others = [[1,0],[1,2],[0,3]]
counts = zeros(3)
for k = 0..2
    same = pairs[k,0..1] == others[k,0..1] && pairs[k,0..1] > 1
    counts[k] = sum(same)
end
print counts
% => [0,1,1]
