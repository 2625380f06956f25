%! features: F051
c = cellvec(2)
c[0] = "text"
c[1] = [1,2]
m = cellmat(1,1)
m[0,0] = 5
k = cellcube(1,1,1)
print c[0], " ", c[1], " ", m[0,0], " ", numel(k)
% => text [1,2] 5 1
