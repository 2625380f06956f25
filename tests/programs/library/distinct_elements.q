% The different elements of arrays of every type, in several results and in one.
x = [3.5, -1, 3.5, 0, -1]
y = unique(x)
print y
% => [-1,0,3.5]
[y, first] = unique(x)
print y, " ", first
% => [-1,0,3.5] [1,3,0]
[y, first, place] = unique(x)
print y, " ", first, " ", place, " ", x[first] == y, " ", y[place] == x
% => [-1,0,3.5] [1,3,0] [2,0,2,1,0] [1,1,1] [1,1,1,1,1]
[~, first] = unique([2, 2, 1])
print first
% => [2,0]
A = [[2, 1], [1, 2]]
[y, first, place] = unique(A)
print y, " ", first, " ", place
% => [1,2] [1,0] [1,0,0,1]
print unique(transpose(x)), " ", size(unique(x)), " ", unique(7), " ", unique(zeros(0))
% => [-1,0,3.5] [1,3] [7] []
bytes : vec[uint8] = [200, 3, 200]
print unique(bytes), " ", type(unique(bytes), "vec[uint8]")
% => [3,200] 1
long = vec[int64](3)
long[0] = 3000000000
long[1] = -1
long[2] = 3000000000
print unique(long)
% => [-1,3000000000]
print unique(x > 0), " ", unique([true, true])
% => [0,1] [1]
% What is no number equals nothing, and is last; zeros are equal.
n = [0/0, 1, 0/0, -0.0, 0]
print unique(n)
% => [0,1,nan,nan]
[y, first, place] = unique(["b", "a", "", "b"])
print y, " ", first, " ", place
% => ["","a","b"] [2,1,0] [2,1,0,2]
% Long arrays are sorted otherwise: 0 to 6 of 100000 numbers, each first where it is first.
v = mod(3*(0..99999), 7)
[y, first, place] = unique(v)
print y, " ", first, " ", sum(place == v)
% => [0,1,2,3,4,5,6] [0,5,3,1,6,4,2] 100000
% Many elements under a mask, and their positions: of the numbers that 3 does not divide.
w = 0..99999
m = mod(w, 3) != 0
picked = w[m]
print numel(picked), " ", picked[0], " ", picked[66665], " ", sum(abs(picked - find(m)[:,1])) == 0
% => 66666 1 99998 1
w[m] = -1
print sum(w == -1), " ", w[99999]
% => 66666 99999
% Positions in three dimensions, in the order of memory.
c = cube(2,3,2)
c[0,2,1] = 1
c[1,0,0] = 2
print find(c), " ", size(find(zeros(2,3,2)))
% => [[0,2,1],
% =>  [1,0,0]] [0,3]
