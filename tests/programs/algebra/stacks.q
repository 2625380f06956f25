%! features: F368
% A stack of 100 3x3 matrices, real and complex: each is put together again, solved and inverted as it would be alone.
function a = stack(n : int, m : int, count : int, seed : int)
    a = zeros(n, m, count)
    for i = 0..n-1
        for j = 0..m-1
            for k = 0..count-1
                a[i,j,k] = mod(7919*((i*m + j)*count + k + seed) + 13, 1009)/504 - 1
            end
        end
    end
end
a = stack(3, 3, 100, 0)
for i = 0..2
    for k = 0..99
        % Far from singular.
        a[i,i,k] += 3
    end
end
b = stack(3, 2, 100, 77)
[lu, p] = blas_lubatched(a)
print size(lu), size(p)
% => [3,3,100][3,100]
x = blas_lusolvebatched(a, b)
y = blas_lusolvebatched(lu, p, b)
inv1 = blas_matinvbatches(a)
inv2 = blas_lumatinvbatched(a)
inv3 = blas_lumatinvbatched(lu, p)
print size(x), size(inv1), max(abs(x - y)) < 1e-6, max(abs(inv1 - inv2)) < 1e-6, max(abs(inv1 - inv3)) < 1e-6
% => [3,2,100][3,3,100]111
worst = 0.0
for k = 0..99
    one = squeeze(a[:,:,k])
    [lu1, p1] = blas_lu(one)
    worst = max(worst, max(abs(lu1 - squeeze(lu[:,:,k]))))
    worst = max(worst, max(abs(p1 - transpose(p[:,k]))))
    worst = max(worst, max(abs(one*squeeze(x[:,:,k]) - squeeze(b[:,:,k]))))
    worst = max(worst, max(abs(one*squeeze(inv1[:,:,k]) - eye(3))))
end
print worst < 1e-5
% => 1
c = complex(a, 0.5*stack(3, 3, 100, 31))
d = complex(b, stack(3, 2, 100, 5))
[clu, cp] = blas_lubatched(c)
z = blas_lusolvebatched(clu, cp, d)
cinv = blas_matinvbatches(c)
worst = 0.0
for k = [0, 1, 50, 99]
    one = squeeze(c[:,:,k])
    worst = max(worst, max(abs(one*squeeze(z[:,:,k]) - squeeze(d[:,:,k]))))
    worst = max(worst, max(abs(one*squeeze(cinv[:,:,k]) - complex(eye(3)))))
end
print worst < 1e-5
% => 1
% A single matrix is a stack of one; a stack may be empty.
print blas_matinvbatches([[2,0],[0,4]])
% => [[0.5,0],
% =>  [0,0.25]]
print numel(blas_matinvbatches(zeros(3,3,0))), numel(blas_matinvbatches(zeros(0,0,4)))
% => 00
% One singular matrix among others is named.
a[:,:,41] = zeros(3,3)
try
    print blas_matinvbatches(a)
catch ex
    print ex
end
% => blas_matinvbatches: matrix 41 of the stack, counted from 0, is singular
try
    print blas_lusolvebatched(stack(2, 3, 4, 0), stack(2, 1, 4, 0))
catch ex
    print ex
end
% => blas_lusolvebatched: the matrices of a stack of size 2x3x4 are not square
