%! features: F376
% What is saved is loaded again, bit by bit.
A = [[1.5, 2], [3, 0.1]]
v = [1, 2, 3]
cube3 = ones(2,3,4)
cube3[1,2,3] = 7
z = [1+2i, 0-3i]
n = 5
save("myfile.dat", A, v, cube3, z, n, A * 2)
B = load("myfile.dat")
print B
% => [[1.5,2],
% =>  [3,0.1]]
w : vec = load("myfile.dat", "v")
print w, " ", w[2]
% => [1,2,3] 3
c = load("myfile.dat", "cube3")
print size(c), " ", sum(c), " ", c[1,2,3]
% 23 ones and a seven
% => [2,3,4] 30 7
print load("myfile.dat", "z", "complex")
% => [1+2i,0-3i]
k : vec = load("myfile.dat", "n")
print k[0]
% => 5
D : mat = load("myfile.dat", 5)
print D[1,1]
% => 0.2
% An array of the program's own data does not change what was saved.
A[0,0] = 100
E : mat = load("myfile.dat", "A")
print E[0,0]
% => 1.5
try
    print load("myfile.dat", "q")
catch ex
    print ex
end
% => cannot read 'myfile.dat': it holds no 'q' but 6 arrays: A, v, cube3, z, n, value5
try
    print load("myfile.dat", "z")
catch ex
    print ex
end
% => cannot read 'myfile.dat': it holds complex numbers; use load(path, which, "complex")
