% Truth values stay truth values where a function only moves them: they select, as `x > 2` does.
x = [1.0,2,3,4]
c = x > 2
print transpose(x[fliplr(c)]), " ", transpose(x[fftshift(c)])
% => [1,2] [1,2]
A = [[1.0,2,3],[4,5,6]]
m = A > 3
print transpose(A[flipud(m)]), " ", transpose(A[fliplr(A > 4)])
% => [1,2,3] [4,5]
% Turned to the left, the lower row is the right column.
B = [[1.0,2],[3,4]]
print transpose(B[rot90(B > 2)])
% => [2,4]
print transpose(B[transpose(B > 2)])
% => [2,4]
v = [1.0,2,3]
print transpose(v[diag([[1,0,0],[0,0,0],[0,0,3]] > 0)])
% => [1,3]
print transpose(B[diagm([0,1] == 1)])
% => [4]
% Elements keep their type: ints stay ints.
t = fliplr([1,2,3])
print t, " ", type(t, "vec[int]"), " ", fliplr([1.5,2])
% => [3,2,1] 1 [2,1.5]
print flipud([[1,2],[3,4]]), " ", size(rot90([1,2,3]))
% => [[3,4],
% =>  [1,2]] [3]
c3 = cube(2,2,2)
c3[0,1,1] = 7
print rot90(c3)[0,0,1], " ", fliplr(c3)[0,0,1], " ", flipud(c3)[1,1,1]
% => 7 7 7
% A matrix that is turned is a matrix, which can be transposed and declared.
turned : mat = rot90([[1,2,3],[4,5,6]])
print transpose(rot90([[1,2,3],[4,5,6]])), " ", transpose(fliplr([[1,2],[3,4]])), " ", turned[2,1]
% => [[3,2,1],
% =>  [6,5,4]] [[2,4],
% =>  [1,3]] 4
