% Loops of two rounds, 2^18 in all: written out each they would be as many copies of the statement.
x = zeros(2)
for i0 = 0..1
for i1 = 0..1
for i2 = 0..1
for i3 = 0..1
for i4 = 0..1
for i5 = 0..1
for i6 = 0..1
for i7 = 0..1
for i8 = 0..1
for i9 = 0..1
for i10 = 0..1
for i11 = 0..1
for i12 = 0..1
for i13 = 0..1
for i14 = 0..1
for i15 = 0..1
for i16 = 0..1
for i17 = 0..1
x[i0] += 1
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
print x
% => [131072,131072]
