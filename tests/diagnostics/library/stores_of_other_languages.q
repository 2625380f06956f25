% What programs of MATLAB store: elements of arrays that nobody made, and nothing in the place of elements that shall go.
x = [1, 2, 3]
x[1] = []             %~ E0301 elements cannot be taken out of an array by storing nothing
X = ones(3, 3)
X[:,1] = []           %~ E0301 elements cannot be taken out of an array by storing nothing
X[0,:] = []           %~ E0301 elements cannot be taken out of an array by storing nothing
for i = 0..3
    squares[i] = i^2  %~ E0201 unknown name `squares`
end
z = y + 1             %~ E0201 unknown name `y`
