%! features: F096
function y = first_row(A : mat)
    y = A[0,:]
end
x = first_row(ones(4,6))
print size(x), " ", sum(x)
% => [1,6] 6
C = ones(2,4,3)
print size(C[:,:,1]), " ", size(C[0..1,1..2,:]), " ", size(C[1,:,0])
% => [2,4] [2,2,3] [1,4]
