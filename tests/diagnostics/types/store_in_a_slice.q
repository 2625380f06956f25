A = zeros(2,3)
A[0,:][1] = 3 %~ W0403 this store changes a copy, which nothing keeps
A[0..1,1..2][0,0] += 1 %~ W0403 changes a copy
c = cell(2)
c[0] = [1,2]
c[0][1] = 3
print A, c
