% A `while` loop that counts, whose variable changes at its end alone, is a loop over a range; behind it the variable has the value that ended it.
%! loop: 9 parallel, 2 dimensions
%! loop: 11 parallel, a dimension of the loop around it
%! loop: 24 parallel
%! loop: 82 parallel
function y = roots(x)
    y = zeros(size(x))
    m = 0
    while m < size(x,0)
        n = 0
        while n < size(x,1)
            y[m,n] = sqrt(x[m,n])*2
            n += 1
        end
        m += 1
    end
end
function [] = main(k : int = 3)
    x = ones(100*k,100*k)
    print sum(roots(x))
    % => 180000
    i = 10
    s = 0
    while i > k
        s += i
        i -= 2
    end
    % 10 + 8 + 6 + 4
    print i, " ", s
    % => 2 28
    i = k
    while i <= 10
        i = i + 3
    end
    print i
    % => 12
    i = 20
    while i < 10
        i += 1
    end
    print i
    % => 20
    i = 0
    while i < 10
        i += 1
        if i == 5; break; end
    end
    print i
    % => 5
    i = 0
    t = 0
    while i < 10
        if mod(i,2) == 0
            i += 1
            continue
        end
        t += i
        i += 1
    end
    print i, " ", t
    % => 10 25
    j = 0
    n = 5
    while j < n
        if j == 3; n = 8; end
        j += 1
    end
    print j
    % => 8
    % The array grows while it is gone through.
    v = [1]
    i = 0
    while i < numel(v)
        if numel(v) < 6; v = append(v, 2*v[i]); end
        i += 1
    end
    print v
    % => [1,2,4,8,16,32]
    % Downwards, with the bound itself, by two.
    w = zeros(100*k)
    i = numel(w) - 1
    while i >= 0
        w[i] = i
        i -= 2
    end
    print sum(w), " ", i
    % => 22500 -1
end
