%! test opt verdicts level=1 reorder=always
% Elements lie side by side along n, so that the inner loop would be the one over n; here nothing moves.
% check: for ... 'n'
% next: for ... 'm'
% check: loop over n in script: parallel, 2 dimensions
% next: left serial: kernels are made at -O2
% next: loops interchanged: m, n
% check: loop over m in script: parallel, a dimension of the loop around it

function [] = f(x : mat, y : mat)
    for n = 0..size(x,1)-1
        for m = 0..size(x,0)-1
            y[m,n] = 2*x[m,n]
        end
    end
end
function [] = main(k : int = 20)
    x = ones(k,k)
    y = zeros(k,k)
    f(x, y)
    print sum(y)
end
