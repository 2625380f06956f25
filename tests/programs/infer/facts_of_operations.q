%! features: F101
% What holds behind an operation on matrices (17.1.4): a transpose has the extents of its argument the other way round, a product
% the rows of its left side. Loops over them stay inside of arrays that are made with these extents.
function z = turned(x : mat)
    y = transpose(x)
    z = zeros(size(x,1), size(x,0))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            z[m,n] = 2*y[m,n]
        end
    end
end
function z = rows(A : mat, B : mat)
    y = A*B
    z = zeros(size(A,0), size(y,1))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            z[m,n] = y[m,n] + 1
        end
    end
end
function [] = main(n : int = 70)
    x = ones(n, n+1)
    x[0,1] = 5
    print sum(turned(x)), " ", turned(x)[1,0], " ", size(turned(x))
    % 2*(70*71 + 4)
    % => 9948 10 [71,70]
    print sum(rows(x, ones(n+1,n))), " ", rows(x, ones(n+1))[1,0]
    % Rows of 71, the first 4 more, and 1 each: 70*72*70 + 4*70; a vector on the right is a column.
    % => 353080 72
end
%! omits: mir ] checked 'z'
%! omits: mir ] safe 'y'
