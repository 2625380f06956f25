%! features: F025
print 1 == 1, 1 != 1, 1 < 2, 2 <= 1, 2 > 1, 1 >= 1
% => 101011
print 1 && 0, 1 && 2, 0 || 0, 0 || 3
% => 0101
print !0, !5
% => 10
% Arithmetic on the results: they are int.
print (2 > 1) + (3 > 1)
% => 2
% Whole arrays as a condition.
a = zeros(2,3)
b = ones(2,3)
if size(a) == size(b)
    print "same size"
end
% => same size
if a == b
    print "never"
else
    print "different"
end
% => different
if size(a) != size(zeros(3,2))
    print "other size"
end
% => other size
