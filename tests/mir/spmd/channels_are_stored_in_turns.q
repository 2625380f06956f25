%! test spmd lanes=8
% The stores of three channels are one of three vectors, where the arrays have three channels and are not one and the same.
% check: branch
% check: StoreInterleaved {
% count 1: StoreInterleaved

function y = f(x : cube)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n,0] = x[m,n,2]
            y[m,n,1] = x[m,n,0]
            y[m,n,2] = x[m,n,1]
        end
    end
end
print sum(f(ones(40, 50, 3)))
