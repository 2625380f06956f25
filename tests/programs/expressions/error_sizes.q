%! raises: .*: the sizes 2x60 and 60x4 do not fit together line 9
% Operands of different sizes are told of with their operator and sizes before the kernel runs; empty slices are slices too.
function [] = main(n : int = 60)
    a = ones(n, n)
    b = ones(n, n)
    e = a[5..4,:] + b[n..n-1,:]
    print size(e)
    % => [0,60]
    z = a[:,0..3] + b[0..1,:].*b[:,0..3]
    print size(z)
end
