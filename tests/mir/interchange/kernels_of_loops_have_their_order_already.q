%! test opt interchange
% It was chosen when they were made.
% not: interchanged

function [] = main(n : int = 5)
    x = ones(n, n+40)
    y = zeros(n+40, n)
    z = zeros(n, n+40)
    t = zeros(n, n)
    x[0,1] = 7
    for i = 0..n-1
        for j = 0..n+39
            y[j,i] = x[i,j]
        end
    end
    print y[1,0], z[0,1], sum(y), sum(z)
end
