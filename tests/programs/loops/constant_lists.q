%! features: F086
%! loop: 8 elements side by side
% Lists of constants say which neighbours a loop reads, and how much they count.
function y = directions(x : mat'circular)
    dm = [-1,0,0,0,1]
    dn = [0,-1,0,1,0]
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = 0..numel(dm)-1
                y[m,n] += x[m+dm[k],n+dn[k]]
            end
        end
    end
end
function y = weighted(x : mat'clamped)
    w = [[1,2,1],[2,4,2],[1,2,1]]
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for i = -1..1
                for j = -1..1
                    y[m,n] += w[i+1,j+1]*x[m+i,n+j]
                end
            end
        end
    end
end
% A list that changes while it is read.
function y = counted(x : vec)
    count = [0,0,0]
    y = zeros(numel(x))
    {!serial for}
    for n = 0..numel(x)-1
        for k = 0..2
            y[n] += count[k]*x[n]
        end
        count[mod(n,3)] += 1
    end
end
function [] = main()
    x = zeros(3, 20)
    for m = 0..2
        for n = 0..19
            x[m,n] = 100*m + n
        end
    end
    % Above and below 0 + 200, left and right 119 + 101, and 100 itself
    y = directions(x)
    % => 520
    print y[1,0]
    % 5*(100 + n): above and below give 2*(100 + n)
    % => 545
    print y[1,9]
    % 16 times, but at the left border: 4*(100 - 1) is 4*100 there
    z = weighted(x)
    % => 1604
    print z[1,0]
    % => 1744
    print z[1,9]
    % The list is [0,0,0], [1,0,0], [1,1,0], [1,1,1], [2,1,1]
    % => [0,1,2,3,4]
    print counted(ones(5))
end
