%! loop: 6 parallel
%! loop: 22 parallel
% An index outside of an array that an iteration makes is the error that it is without kernels: of its own size, by its own name, and only
% where an iteration comes there. Elements outside stay 0, and what is stored there is lost.
function [] = fill(y : vec, n : int, far : int)
    for k = 0..numel(y)-1
        s = zeros(n)
        for j = 0..n-1
            s[j] = j + k
        end
        for j = 1..n-1
            s[j] = s[j] + s[j-1]
        end
        if k == 20
            s[far] = 1
        end
        y[k] = s[n-1]
    end
end

function [] = table(y : vec, n : int, row : int, column : int)
    for k = 0..numel(y)-1
        t = zeros(n, 3)
        for j = 1..n-1
            t[j,1] = t[j-1,1] + k
            t[j,2] = t[j-1,2] + t[j,1]
        end
        t[row,column] = 5
        y[k] = t[n-1,2]
    end
end

function [] = beside(y : vec, n : int)
    for k = 0..numel(y)-1
        s : vec'safe = zeros(n)
        c : vec'circular = zeros(n)
        for j = 0..n
            s[j] = 1 + s[j-1]
            c[j+k] = c[j+k-1] + s[j]
        end
        y[k] = s[n-1] + 100*s[n] + 1000*c[k+n]
    end
end


function [] = main()
    y = zeros(40)
    fill(y, 5, 4)
    % 20+21+22+23 is overwritten by 1 behind the sums.
    print y[19..21]
    % => [105,1,115]
    try
        fill(y, 5, 5)
    catch e
        print e
    end
    % => index 5 of 's' is outside its 5 elements
    try
        fill(y, 5, -1)
    catch e
        print e
    end
    % => index -1 of 's' is outside its 5 elements
    try
        fill(y, 0, 0)
    catch e
        print e
    end
    % => index 0 of 's' is outside its 0 elements
    % Column 1 is 0, k, 2k, 3k and column 2 is 0, k, 3k, 6k; the 5 is read nowhere, then in the place of 6k.
    table(y, 4, 0, 0)
    print y[0..3], " ", y[39]
    % => [0,6,12,18] 234
    table(y, 4, 3, 2)
    print y[0..3], " ", y[39]
    % => [5,5,5,5] 5
    try
        table(y, 4, 4, 1)
    catch e
        print e
    end
    % => index 4 of 't' is outside dimension 0, which has size 4
    try
        table(y, 4, 2, 3)
    catch e
        print e
    end
    % => index 3 of 't' is outside dimension 1, which has size 3
    % s is 1, 2, 3, 4 and 0 behind the end; c, which goes round, begins as 1, 3, 6, 10, and its first element is that of the last then, and 0.
    beside(y, 4)
    print y[0], " ", y[7], " ", y[39]
    % => 10004 10004 10004
end
