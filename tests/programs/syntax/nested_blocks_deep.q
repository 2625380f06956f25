% Twenty blocks within each other.
s = 0
for a = 0..1
for b = 0..1
for c = 0..1
for d = 0..1
if a
if b
if c
if d
while s < 3
repeat
s += 1
until s > 2
end
end
end
end
end
end
end
end
end
print s
% => 3
