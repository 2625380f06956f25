% A power of an array whose number of dimensions is not known when compiling: only a square matrix has one.
A = [[2.0,1.0],[0.0,1.0]]
B = zeros(2,2,2)
save("power.npz", A, B)
print load("power.npz", "A")^3
% => [[8,7],
% =>  [0,1]]
try
    print load("power.npz", "B")^2
catch ex
    print ex
end
% => matrix power: an array of size 2x2x2 is not a square matrix; use .^ for the power of each element
