%! test opt index-set-splitting
% What clashes in all three dimensions is cut along i, and in the iteration between along j; in the iteration between those the loop
% over l would be the third. The first loop over i is that of the preparation.
% count 3: for ... 'i'
% count 4: for ... 'j'
% count 5: for ... 'l'

function [] = f(x : cube, k : int)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            for l = 0..size(x,2)-1
                x[i,j,l] = min(x[i,j,l], x[k,j,l] + x[i,k,l] + x[i,j,k])
            end
        end
    end
end
function [] = main(n : int = 4, k : int = 2)
    x = zeros(n,n,n)
    {!serial for}
    for i = 0..n-1
        x[i,0,0] = i + 1
        x[0,i,0] = 2*i - 3
        x[0,0,i] = 3*i - 4
        x[k,i,k] = -1 - i
    end
    f(x, k)
    print x
end
