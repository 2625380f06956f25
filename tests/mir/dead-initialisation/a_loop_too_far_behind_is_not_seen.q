%! test opt dead-initialisation
% Behind the array stand a thousand additions: as far as the loop nobody looks, and it is cleared.
% check: new_array($n, $n) zeros
% not: uninit

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
