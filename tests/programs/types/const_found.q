%! features: F084
% A parameter that is never written is 'const, whether the program says so or not.
function [] = scale(x : mat, y : mat, factor : scalar)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = factor*x[m,n]
        end
    end
end
function n = halve(n : int)
    n = int(n/2)
end
function [] = handed_on(x : mat, y : mat)
    scale(x, y, 2.0)
end
y = zeros(2,2)
handed_on(eye(2), y)
print y
% => [[2,0],
% =>  [0,2]]
print halve(9)
% => 4
%! reports: types scale(x: mat(2,2)'const, y: mat(2,2), factor: scalar'const)
%! reports: types handed_on(x: mat(2,2)'const, y: mat(2,2))
%! reports: types halve(n: int)
