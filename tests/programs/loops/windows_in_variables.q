% A slice in a variable that is only read as a whole is no array: the loop around runs in parallel. Where something else happens to the variable, or to
% the array before the last use, it is one. The results are NumPy's.
%! loop: 10 parallel, 2 dimensions
%! loop: 20 parallel, 2 dimensions
%! loop: 33 serial
%! loop: 44 serial
%! loop: 61 parallel, 2 dimensions
function y = normalised(x, r : int)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            w = x[m-r..m+r, n-r..n+r]
            y[m,n] = (x[m,n] - mean(w))/(std(w) + 1) + numel(w)
        end
    end
end
% Read in branches, and several of them.
function y = contrast(x, r : int)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            w = x[m-r..m+r, n-r..n+r]
            v = x[m, n-r..n+r]
            d = max(w) - min(v)
            if d > 9
                y[m,n] = var(w.*2) + sum(v)
            end
        end
    end
end
% The array changes between the slice and its use: what was read counts.
function x = in_place(x, r : int)
    for m = r..size(x,0)-1-r
        for n = r..size(x,1)-1-r
            w = x[m-r..m+r, n-r..n+r]
            x[m,n] = 100
            x[m,n] = mean(w)
        end
    end
end
% One element of it is asked for, and it is handed on.
function y = middle(x, r : int)
    y = zeros(size(x,0))
    for m = r..size(x,0)-1-r
        w = x[m-r..m+r, 2]
        q = w
        q[0] = 50
        y[m] = w[r] + sum(w)
    end
end
function y = of_rows(x)
    y = zeros(size(x,0))
    for m = 0..size(x,0)-1
        row = x[m,:]
        y[m] = std(row)
    end
end
% Elements that stay in registers.
function y = small(x)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            w = x[m-1..m+1, n-1..n+1]
            y[m,n] = median(w) + 10*std(w) + 100*var(x[m,n..n+1]) + median(x[m,n..n+3])
        end
    end
end
function [] = main(r : int = 1)
    x = zeros(7, 9)
    for i = 0..6
        for j = 0..8
            x[i,j] = mod(13*i + 7*j, 11) - 3
        end
    end
    a = normalised(x, r)
    print round(10*sum(a)), " ", round(sum(a.^2))
    % => 5709 5214
    b = contrast(x, r)
    print round(10*sum(b))
    % => 2031
    print round(10*sum(in_place(copy(x), r)))
    % => 1251
    print middle(x, r)
    % => [0,58,64,59,43,49,0]
    print round(10*sum(of_rows(x)))
    % => 235
    c = small(x)
    x[3,4] = nan
    d = small(x)
    % What has no NaN near it has none itself.
    print round(sum(c)), " ", isnan(d[3,4]), isnan(d[2,3]), isnan(d[3,1]), isnan(d[0,4])
    % => 83388 1110
end
