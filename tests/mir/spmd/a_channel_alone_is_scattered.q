%! test spmd lanes=8
% What lies between the elements of one channel must stay.
% check: Scatter {
% not: StoreInterleaved

function y = f(x : cube)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n,0] = x[m,n,2]
            y[m,n,2] = x[m,n,0]
        end
    end
end
print sum(f(ones(40, 50, 3)))
