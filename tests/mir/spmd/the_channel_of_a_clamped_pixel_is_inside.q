%! test spmd lanes=8
% With three channels, the index of each is inside: no index is brought there.
% check: branch
% check: LoadLanes
% not: varying i32 = MapIndex
% not: Const(2)

function y = f(x : cube'clamped)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = x[m,n,0] + x[m,n,1] + x[m,n,2]
        end
    end
end
print sum(f(ones(40, 50, 3)))
