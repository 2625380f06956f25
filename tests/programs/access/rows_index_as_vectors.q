% A row of a matrix, a column, and what else has one dimension with more than one element, is indexed by one number, as a vector is.
function y = of_row(A : mat, m : int, k : int)
    r = A[m,:]
    y = r[k]
end
function y = of_column(A : mat, n : int, k : int)
    c = A[:,n]
    y = c[k]
end
function y = of_any(x, k)
    y = x[k]
end
A = reshape(float(0..11), [3,4])
print of_row(A, 1, 3), " ", of_column(A, 2, 1), " ", of_any(A[2..2,:], 1)
% => 7 6 9
% Positions follow the rows of what is no row.
print of_any(A, 5), " ", of_any(sum(A, 0), 3), " ", of_any(sum(A, 1), 2)
% => 5 21 38
r = A[2,:]
r[1] = -1
r[2..3] = 0
print r, " ", A[2,1]
% => [8,-1,0,0] 9
c = cube(2,2,3)
c[1,0,:] = [4,5,6]
pixel = c[1,0,:]
print pixel[2], " ", c[1,0,:][1]
% => 6 5
% In loops and kernels likewise.
totals = zeros(3)
for m = 0..2
    row = A[m,:]
    for k = 0..3
        totals[m] += row[k]
    end
end
print totals
% => [6,22,38]
function [] = __kernel__ weighted(A : mat, w : mat, y : vec, pos : int)
    row = A[pos,0..3]
    total = 0.0
    for k = 0..3
        total += w[k]*row[k]
    end
    y[pos] = total
end
y = zeros(3)
parallel_do(3, A, transpose(A[0,:]), y, weighted)
print y
% => [14,38,62]
