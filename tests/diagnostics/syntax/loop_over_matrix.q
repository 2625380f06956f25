a = [[1, 2], [3, 4]]
s = 0
for x = a %~ W0408 runs over the elements of a matrix, not over its columns
    s += x
end
for x = [5, 6, 7]
    s += x
end
for x = [[1, 2]]
    s += x
end
for x = reshape(a, [numel(a)])
    s += x
end
print s
