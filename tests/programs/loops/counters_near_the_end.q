%! features: F327
% Serial loops on the host whose indices are the counter of a loop and a number: forwards, backwards, from below 0, through rows and columns,
% and with sums that leave the numbers of 32 bits.
function table = sums(x : mat[int])
    rows = size(x,0)
    columns = size(x,1)
    table = mat[int](rows+1, columns+1)
    for m = 1..rows
        for n = 1..columns
            table[m,n] = x[m-1,n-1] + table[m-1,n] + table[m,n-1] - table[m-1,n-1]
        end
    end
end
function y = backwards(x : vec[int])
    y = copy(x)
    for k = numel(x)-2..-1..0
        y[k] = y[k] + 2*y[k+1]
    end
end
function y = through_columns(x : mat)
    y = copy(x)
    for n = 1..size(x,1)-1
        for m = 1..size(x,0)-1
            y[m,n] = y[m-1,n] + y[m,n-1]
        end
    end
end
% Begins below 0 and adds as much again, so that the index is inside all the same.
function s = from_below(x : vec[int], by : int)
    s = 0
    {!serial for}
    for k = -by..numel(x)-1-by
        s = 3*s + x[k+by]
        s = mod(s, 1000)
    end
end
% The sum leaves the numbers of 32 bits on the way: such an index is outside, and reads nothing where the array is safe.
function s = far_outside(x : vec[int]'safe, by : int)
    s = 0
    {!serial for}
    for k = 0..2
        s = 2*s + x[k + 1073741824 + by] + x[k]
    end
end
function [] = main()
    x = mat[int](4, 5)
    {!serial for}
    for m = 0..3
        {!serial for}
        for n = 0..4
            x[m,n] = m + 2*n
        end
    end
    t = sums(x)
    % The sum of all: 5*(0+1+2+3) + 2*4*(0+1+2+3+4).
    % => 110
    print t[4,5]
    % The first two rows and three columns: 0+2+4 + 1+3+5.
    % => 15
    print t[2,3]
    % => [49,24,11,4]
    print backwards([1,2,3,4])
    % => [[1,1,1],
    % =>  [1,2,3],
    % =>  [1,3,6]]
    print through_columns(ones(3,3))
    % => 543
    print from_below([1,2,3,4,5,6], 2)
    % => 11
    print far_outside([1,2,3], 1073741823)
end
