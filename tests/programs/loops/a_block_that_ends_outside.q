%! raises: x line 11
%! stderr: 55
% The last of seven blocks has a byte outside: the first place there in the order of the loops is told, and nothing of the rest of the block was read.
function z = differences(x : mat[uint8]'checked, y : mat[uint8])
    z = mat[int](3, 7)
    for m = 0..2
        for n = 0..6
            total = 0
            for p = 0..7
                for q = 0..7
                    total += abs(x[8*m+p,8*n+q] - y[8*m+p,8*n+q])
                end
            end
            z[m,n] = total
        end
    end
end
x = mat[uint8](24, 56)
y = mat[uint8](24, 56)
for m = 0..23
    for n = 0..55
        x[m,n] = mod(m*n, 250)
        y[m,n] = mod(m + n, 250)
    end
end
print sum(differences(x, y))
% => 97720
print sum(differences(x[:,0..54], y))
