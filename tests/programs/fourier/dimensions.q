%! features: F346 F347
% Along which dimensions each transform goes: one at a time, by nested loops, is the same.
function y = along_last(x : ccube)
    y = czeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i,j,:] = fft1(x[i,j,:])
        end
    end
end
x = zeros(3,4,5)
for i = 0..2
    for j = 0..3
        for k = 0..4
            x[i,j,k] = mod(7*i + 5*j + 3*k + i*j*k, 11)
        end
    end
end
z = complex(x, 0.5*x)
% fft1: the last dimension; the others are a batch.
print max(abs(fft1(z) - along_last(z))) < 1e-5
% => 1
% fft2: the first two; each plane by itself.
planes = czeros(3,4,5)
for k = 0..4
    plane = czeros(3,4)
    plane[:,:] = z[:,:,k]
    planes[:,:,k] = fft2(plane)
end
print max(abs(fft2(z) - planes)) < 1e-4
% => 1
% fft2 of a matrix is fft1 of its rows, then of its columns.
m = complex([[1.0,2,3],[4,5,7]], zeros(2,3))
print max(abs(fft2(m) - transpose(fft1(transpose(fft1(m)))))) < 1e-5
% => 1
% fft3: all three.
print max(abs(fft3(z) - fftn(z, [0,1,2]))) == 0, " ", max(abs(fftn(planes, [2]) - fft3(z))) < 1e-4
% => 1 1
% A column has one dimension, a row two.
print fft1(transpose([1,2,3,4])), " ", fft1([1,2,3,4])[1]
% => [[10+0i],
% =>  [-2+2i],
% =>  [-2+0i],
% =>  [-2-2i]] -2+2i

% fftn over chosen dimensions, of 4 and 5 dimensions: dimension by dimension in any order.
v = zeros(2,3,4,5)
w = zeros(2,3,2,3,2)
for i = 0..numel(v)-1
    p = ind2pos(size(v), i)
    v[p[0],p[1],p[2],p[3]] = mod(7919*i + 13, 101)
end
for i = 0..numel(w)-1
    q = ind2pos(size(w), i)
    w[q[0],q[1],q[2],q[3],q[4]] = mod(7919*i + 13, 101)
end
print max(abs(fftn(v, [1,2]) - fftn(fftn(v, [2]), [1]))) < 1e-3
% => 1
print max(abs(fftn(v, [0,1,2,3]) - fftn(fftn(fftn(fftn(v, [3]), [0]), [2]), [1]))) < 1e-2
% => 1
print max(abs(fftn(w, [0,1,2,3,4]) - fftn(fftn(w, [1,3]), [4,0,2]))) < 1e-2
% => 1
% One line of the batch by itself.
line = complex(zeros(4), zeros(4))
whole = fftn(v, 2)
for k = 0..3
    line[k] = v[1,2,k,3]
end
expected = fft1(line)
worst = 0.0
for k = 0..3
    worst = max(worst, abs(whole[1,2,k,3] - expected[k]))
end
print worst < 1e-3
% => 1
% There and back; a list that is not known before the program runs.
dims = find([1,0,1,1,0])
print size(dims), " ", max(abs(ifftn(fftn(w, [0,2,3]), [3,0,2]) - complex(w, zeros(size(w))))) < 1e-3
% => [3,2] 1
list = [1,2]
list[0] = 3
print max(abs(irealfftn(fftn(v, list), list) - v)) < 1e-3, " ", max(abs(fftn(v, list) - fftn(v, [2,3]))) == 0
% => 1 1
