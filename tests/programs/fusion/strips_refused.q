%! environment: QC_STRIP_ROWS=2
%! hides: fusion : in strips of rows
%! reports: fusion the second reads `t` at other positions than the first writes it (line 43); and not in strips of rows: `t` is read outside of its rows, where 'circular leads to the other end and checks fail (line 43)
%! reports: fusion and not in strips of rows: the rows of `t` depend on more than the position (line 57)
%! reports: fusion and not in strips of rows: the rows of `t` depend on more than the position (line 71)
%! reports: fusion and not in strips of rows: `t` is used in line 88 too
%! reports: fusion the second writes `x` at other positions than the first uses it (line 99)
%! reports: fusion and not in strips of rows: `t` is not made in front of them
%! reports: fusion and not in strips of rows: a launch adds up numbers
%! reports: fusion and not in strips of rows: 301 rows of `t` around each strip are too many
%! reports: fusion and not in strips of rows: the strategy wants few launches
% Filters of two passes that must not run in strips of rows. Each result is what two passes one after the other give.
% Small whole numbers without a pattern that a wrong row could hide in.
function x = image(rows : int, columns : int)
    x = zeros(rows, columns)
    {!serial for}
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(7*m*m + 3*n + m*n, 11)
        end
    end
end
% A sum with weights, so that elements at wrong places change it.
function s = weighed(y : mat)
    s = 0
    {!serial for}
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            s += y[m,n]*mod(5*m + 3*n, 7)
        end
    end
end
function y = around(x : mat)
    t : mat'circular = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-1,n] + t[m+2,n]
        end
    end
end
function y = reversed(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[size(x,0)-1-m,n]
        end
    end
end
function y = by_data(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[mod(x[m,n],4),n]
        end
    end
end
function y = used_again(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m+1,n]
        end
    end
    y = y + t[0,0]
end
function x = in_place(x : mat)
    t = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m+1,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            x[m,n] = t[m-1,n]
        end
    end
end
function y = from_outside(x : mat, t : mat)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-1,n]
        end
    end
end
function s = added(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    s : int = 0
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-1,n]
            s += int(t[m+1,n])
        end
    end
    s += int(y[1,1])
end
function y = far(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-300,n] + t[m+1,n]
        end
    end
end
function y = few(x : mat)
    {!kernel_fusion strategy="minsyncgrid"}
    t = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + 1
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m+1,n]
        end
    end
end
function [] = main(n : int = 5, columns : int = 3)
    x = image(n, columns)
    print weighed(around(x))
    % => 567
    print weighed(reversed(x))
    % => 255
    print weighed(by_data(x))
    % => 266
    print weighed(used_again(x))
    % => 255
    print weighed(in_place(copy(x)))
    % => 193
    print weighed(from_outside(x, copy(x)))
    % => 200
    print added(x)
    % => 74
    print weighed(far(x))
    % => 207
    print weighed(few(x))
    % => 207
end
