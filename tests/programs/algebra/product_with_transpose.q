% A product with a transpose, which is not made.
x = reshape(0..5, [2,3])
print x*transpose(x)
% => [[5,14],
% =>  [14,50]]
y = 1.0*x
print y*transpose(y), " ", max(abs(y*transpose(y + 1) - [[8,17],[26,62]]))
% => [[5,14],
% =>  [14,50]] 0
% Rows and columns: n by 1 times 1 by n, a row times a column.
v = [1.0,2,3]
print transpose(v)*transpose(transpose(v)), " ", v*transpose(v)
% => [[1,2,3],
% =>  [2,4,6],
% =>  [3,6,9]] [14]
% Sizes that are known only when running.
function [] = told(n : int)
    try
        print size(ones(4,5)*transpose(ones(3,n)))
    catch ex
        print ex
    end
end
told(5)
% => [4,3]
told(4)
% => matrix product: the sizes 4x5 and 4x3 do not fit together
