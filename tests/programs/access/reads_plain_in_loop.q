% Within a `for` loop of host code an outside read is 0, as in a kernel.
x = [1.0,2.0,3.0]
y = zeros(5)
for k = 0..4
    y[k] = x[k-1]
end
print y
% => [0,1,2,3,0]
A = ones(2,2)
B = zeros(2,2)
for i = 0..1
    for j = 0..1
        B[i,j] = A[i-1,j] + A[i+1,j] + A[i,j-1] + A[i,j+1]
    end
end
% Every element has two neighbours.
print B[0,0], B[0,1], B[1,0], B[1,1]
% => 2222
