%! test spmd lanes=16
% What is stored may be one of the elements that are read behind it.
% check: LoadLanes
% check: Scatter
% not: Between

function [] = f(x : cube'unchecked, y : cube'unchecked)
    for m = 0..size(x,0)-1
        {!parallel for}
        for n = 0..size(x,1)-8
            x[m,n,1] = (x[m,n,0] - x[m,n,2])^2 + 1
            x[m,n+3,1] += (x[m,n+1,0] - x[m,n+1,2])^2 + 1
            x[m,n+6,1] += (x[m,n+2,0] - x[m,n+2,2])^2 + 1
        end
    end
end
x = ones(40, 50, 3)
f(x, x)
print sum(x)
