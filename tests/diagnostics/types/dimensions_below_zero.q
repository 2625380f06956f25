x = [1,2]
print size(x, -1) %~ E0404 size: there is no dimension -1
print size(x, [-1,0]) %~ E0404 size: there is no dimension -1
print size(x, -1..0) %~ E0404 size: there is no dimension -1
print size(3, -1) %~ E0404 size: there is no dimension -1
print sum(x, -1) %~ E0404 sum: there is no dimension -1
print sum(4, -1) %~ E0404 sum: there is no dimension -1
print cumsum(x, -2) %~ E0404 cumsum: there is no dimension -2
print shuffledims(x, [-1,0]) %~ E0404 shuffledims: there is no dimension -1
print cat(x, x, -1) %~ E0404 cat: there is no dimension -1
print cat(x, x, 16) %~ E0314 cat: an array cannot have 17 dimensions
