%! features: F327
%! loop: 9 elements a few apart by shuffles
% Neighbours change places under a condition: elements two apart are read and written whole, those of other pairs stay.
function [] = sorted(x : vec)
    n = numel(x)
    for t = 0..n-1
        first = mod(t, 2)
        last = n - 2
        for k = first..2..last
            if x[k] > x[k+1]
                swap = x[k]
                x[k] = x[k+1]
                x[k+1] = swap
            end
        end
    end
end
% Of each pair, where the condition holds, both are set, others and what lies behind stay as they were.
function [] = marked(x : vec[int], limit : int)
    for k = 0..2..numel(x)-2
        if x[k] > limit
            x[k] = -1
            x[k+1] = -2
        end
    end
end
function [] = main()
    wrong = 0
    for n = 1..90
        x = zeros(n)
        for k = 0..n-1
            x[k] = mod(37*k + 11, 101)
        end
        total = sum(x)
        sorted(x)
        {!serial for}
        for k = 1..n-1
            if x[k-1] > x[k]
                wrong += 1
            end
        end
        wrong += sum(x) == total ? 0 : 1
        y = vec[int](n)
        for k = 0..n-1
            y[k] = mod(5*k, 13)
        end
        marked(y, 6)
        {!serial for}
        for k = 0..n-1
            even = k - mod(k, 2)
            is_set = even + 1 < n && mod(5*even, 13) > 6
            expected = is_set ? (k == even ? -1 : -2) : mod(5*k, 13)
            if y[k] != expected
                wrong += 1
            end
        end
    end
    % => 0
    print wrong
end
