%! test opt dead-initialisation
% Behind the array stand seven hundred and fifty additions, and then a loop that writes all of it.
% check: new_array($n, $n) uninit
% not: zeros

function [] = main(n : int = 5, k : int = 3)
    y = zeros(n, n)
    s = n
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    s = s + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k + k
    for i = 0..n-1
        for j = 0..n-1
            y[i,j] = i + j
        end
    end
    print y, s
end
