%! files: formats/plain.npz formats/packed.npz formats/plain.mat formats/packed.mat formats/table.csv formats/m.npy
% Files that NumPy and SciPy wrote: m is [[0,1,2],[3,4,5]]/2, k is [[1,2],[3,200]], z is [1+2i,3-4i].
m = [[0,1,2],[3,4,5]]/2
function [] = same(what : string, x : mat, expected : mat)
    print what, " ", sum(abs(x - expected)), " ", size(x)
end
same("npy", load("m.npy"), m)
% => npy 0 [2,3]
same("npz", load("plain.npz"), m)
% => npz 0 [2,3]
same("npz compressed", load("packed.npz", "m"), m)
% => npz compressed 0 [2,3]
same("bytes", load("packed.npz", "k"), [[1,2],[3,200]])
% => bytes 0 [2,2]
print load("packed.npz", "z", "complex")
% => [1+2i,3-4i]
try
    print load("plain.npz", "z")
catch ex
    print ex.message
end
% => cannot read 'plain.npz': it holds no 'z' but 2 arrays: m, k
% Fields of a record, elements of a cell, letters of a text.
same("field", load("plain.mat", "s.m"), m)
% => field 0 [2,3]
same("field, compressed", load("packed.mat", "s.m"), m)
% => field, compressed 0 [2,3]
print load("plain.mat", "s.gain"), " ", load("packed.mat", "c{0}"), " ", load("plain.mat", "b")
% => [2.5] [1.5] [1,0]
print fromunicode(load("plain.mat", "name")), " ", fromunicode(load("packed.mat", "s.name")), " ", fromunicode(load("plain.mat", "c{1}"))
% => café lamp two
% Names of columns are passed over, NA is not a number, an empty field is 0.
t = csvread("table.csv")
print size(t), " ", t[0,:], " ", isnan(t[1,1]), t[1,2], " ", t[2,1]
% => [3,3] [0,1.5,3] 10 -2000
% Written and read.
a = [[1,2],[3,4]]
b = 0.1
save("o.npz", a, b)
same("a", load("o.npz", "a"), a)
% => a 0 [2,2]
print load("o.npz", "b")[0] == b
% => 1
try
    save("o.npz", a, a)
catch ex
    print ex.message
end
% => cannot write 'o.npz': each array of an npz file needs a name of its own
% Version 7.3 of mat is another format.
f = fopen("new.mat", "w")
fwrite(f, [137,72,68,70,13,10,26,10,0,0])
fclose(f)
try
    print load("new.mat")
catch ex
    print ex.message
end
% => cannot read 'new.mat': mat files of version 7.3 are HDF5 files, which are not supported yet; save with -v7
