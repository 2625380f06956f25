%! test opt verdicts level=1 reorder=always
% Scaling and adding would be kernels of their own; here the body stays.
% check: for ... 'i'
% next: for ... 'j'
% not: for ... 'i'
% check: loop over i in script: parallel, 2 dimensions
% next: left serial: kernels are made at -O2
% next: body divided, a kernel over: i, j

function [] = f(a : mat, b : mat, c : mat)
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            c[i,j] *= 2
        end
        for k = 0..size(a,1)-1
            for j = 0..size(c,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end
function [] = main(n : int = 4)
    x = ones(n, n+1)
    y = ones(n, n)
    f(y, y, x)
    print sum(x), x[1,1]
end
