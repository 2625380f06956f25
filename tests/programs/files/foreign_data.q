%! files: fortran.npy big_endian.npy compressed.mat plain.mat
% Files that NumPy and SciPy wrote: x = [[0,1,2],[3,4,5]] in all of them.
function [] = same(what : string, x : mat)
    print what, " ", sum(abs(x - [[0,1,2],[3,4,5]])), " ", size(x)
end
same("columns first", load("fortran.npy"))
% => columns first 0 [2,3]
same("high byte first", load("big_endian.npy"))
% => high byte first 0 [2,3]
same("compressed", load("compressed.mat", "x"))
% => compressed 0 [2,3]
same("plain", load("plain.mat", "x"))
% => plain 0 [2,3]
print load("compressed.mat", "z", "complex")
% => [1+2i,3-4i]
print load("compressed.mat", "k")
% => [[1,2],
% =>  [3,200]]
print size(load("compressed.mat", "c"))
% => [2,3,4]
print load("plain.mat", "b")
% => [1,0]
% What there is, is told.
try
    print load("compressed.mat", "nothing")
catch ex
    print ex
end
% => cannot read 'compressed.mat': it holds no 'nothing' but 5 arrays: x, z, k, name, c
% The same formats written and read.
x = [[0,1,2],[3,4,5]]
save("a.npy", x)
same("npy", load("a.npy"))
% => npy 0 [2,3]
save("a.mat", x)
same("mat", load("a.mat", "x"))
% => mat 0 [2,3]
