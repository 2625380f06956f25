%! test opt reorder reorder=always
% Iteration k of j = 1 reads what iteration k of j = 0 has left.
% check: for ... 'i'
% check: for ... 'k'
% check: for ... 'j'

function [] = f(c : mat)
    for i = 0..size(c,0)-1
        for k = 0..2
            for j = 1..size(c,1)-1
                c[i,j] += c[i,j-1] + k
            end
        end
    end
end
function [] = main(n : int = 4)
    x = zeros(n, n+1)
    y = ones(n, n)
    {!serial for}
    for i = 0..n-1
        x[i,0] = i + 1
    end
    f(x)
    print sum(x), x[1,1]
end
