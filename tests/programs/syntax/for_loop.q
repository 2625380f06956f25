%! features: F017
s = 0
for k = 1..10
    s += k
endfor
print s
% => 55
% The bounds are evaluated once.
n = 3
count = 0
for k = 1..n
    n = 100
    count += 1
end
print count
% => 3
% No iteration for an empty range.
for k = 1..0
    print "never"
end
for v = [2,3,5]
    print v*v
end
% => 4
% => 9
% => 25
