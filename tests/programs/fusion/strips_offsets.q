%! environment: QC_STRIP_ROWS=2
%! reports: fusion `t`, made in line 23, has the rows of a strip and 1 on each side
%! reports: fusion `t`, made in line 58, has the rows of a strip and 1 on each side
%! reports: fusion `t`, made in line 93, has the rows of a strip and 5 more
%! reports: fusion `t`, made in line 128, has the rows of a strip and 5 on each side
%! reports: fusion `t`, made in line 163, has the rows of a strip and 3 on each side
%! reports: fusion `t0`, made in line 239, has the rows of a strip and 8 on each side
%! reports: fusion `t7`, made in line 246, has the rows of a strip and 1 on each side
% Passes that begin at other rows, in strips of two rows, against the same loops in the order of the text.
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
% The rows of `y` begin 4 rows behind those of `t`: rows 3 to 5 behind its position are read.
function y = shifted(x : mat)
    h = size(x,0)
    t = zeros(h, size(x,1))
    y = zeros(h-8, size(x,1))
    for m = 1..h-2
        for n = 0..size(x,1)-1
            t[m,n] = x[m-1,n] + 3*x[m+1,n]
        end
    end
    for m = 4..h-5
        for n = 0..size(x,1)-1
            y[m-4,n] = t[m-1,n] - 2*t[m+1,n]
        end
    end
end
function y = shifted_in_order(x : mat)
    h = size(x,0)
    t = zeros(h, size(x,1))
    y = zeros(h-8, size(x,1))
    {!serial for}
    for m = 1..h-2
        {!serial for}
        for n = 0..size(x,1)-1
            t[m,n] = x[m-1,n] + 3*x[m+1,n]
        end
    end
    {!serial for}
    for m = 4..h-5
        {!serial for}
        for n = 0..size(x,1)-1
            y[m-4,n] = t[m-1,n] - 2*t[m+1,n]
        end
    end
end
% Only rows above the own one are read.
function y = above(x : mat)
    h = size(x,0)
    t = zeros(h, size(x,1))
    y = zeros(h, size(x,1))
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n+1] + m
        end
    end
    for m = 5..h-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-5,n] + 2*t[m-3,n]
        end
    end
end
function y = above_in_order(x : mat)
    h = size(x,0)
    t = zeros(h, size(x,1))
    y = zeros(h, size(x,1))
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n+1] + m
        end
    end
    {!serial for}
    for m = 5..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            y[m,n] = t[m-5,n] + 2*t[m-3,n]
        end
    end
end
% Only rows below, and those behind the last one are the last one.
function y = outside(x : mat'clamped)
    h = size(x,0)
    t : mat'clamped = zeros(h, size(x,1))
    y = zeros(h, size(x,1))
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + m
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m+3,n] + 2*t[m+5,n]
        end
    end
end
function y = outside_in_order(x : mat'clamped)
    h = size(x,0)
    t : mat'clamped = zeros(h, size(x,1))
    y = zeros(h, size(x,1))
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + m
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            y[m,n] = t[m+3,n] + 2*t[m+5,n]
        end
    end
end
% The mirror leads to rows as far above the last one as the row is behind it.
function y = mirrored(x : mat'mirror)
    h = size(x,0)
    t : mat'mirror = zeros(h, size(x,1))
    y = zeros(h, size(x,1))
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + m
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m+2,n] + 2*t[m+5,n]
        end
    end
end
function y = mirrored_in_order(x : mat'mirror)
    h = size(x,0)
    t : mat'mirror = zeros(h, size(x,1))
    y = zeros(h, size(x,1))
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + m
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            y[m,n] = t[m+2,n] + 2*t[m+5,n]
        end
    end
end
% The first pass writes another array too, and so runs at all of its positions.
function y = kept(x : mat)
    h = size(x,0)
    t = zeros(h, size(x,1))
    z = zeros(h, size(x,1))
    y = zeros(h-6, size(x,1))
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t[m,n] = 2*x[m,n] + m
            z[m,n] = x[m,n] - 1
        end
    end
    for m = 3..h-4
        for n = 0..size(x,1)-1
            y[m-3,n] = t[m-1,n] + t[m+1,n]
        end
    end
    y[0,0] += 100*z[h-1,0] + z[0,1]
end
function y = kept_in_order(x : mat)
    h = size(x,0)
    t = zeros(h, size(x,1))
    z = zeros(h, size(x,1))
    y = zeros(h-6, size(x,1))
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t[m,n] = 2*x[m,n] + m
            z[m,n] = x[m,n] - 1
        end
    end
    {!serial for}
    for m = 3..h-4
        {!serial for}
        for n = 0..size(x,1)-1
            y[m-3,n] = t[m-1,n] + t[m+1,n]
        end
    end
    y[0,0] += 100*z[h-1,0] + z[0,1]
end
% The last pass has two rows more than the one before.
function y = more_rows(x : mat'clamped)
    h = size(x,0)
    t : mat'clamped = zeros(h, size(x,1))
    y = zeros(h+2, size(x,1))
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + m
        end
    end
    for m = 0..h+1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-2,n] + 2*t[m-1,n]
        end
    end
end
function y = more_rows_in_order(x : mat'clamped)
    h = size(x,0)
    t : mat'clamped = zeros(h, size(x,1))
    y = zeros(h+2, size(x,1))
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n] + m
        end
    end
    {!serial for}
    for m = 0..h+1
        {!serial for}
        for n = 0..size(x,1)-1
            y[m,n] = t[m-2,n] + 2*t[m-1,n]
        end
    end
end
% Nine passes: one strip has them all.
function y = long(x : mat'clamped)
    h = size(x,0)
    t0 : mat'clamped = zeros(h, size(x,1))
    t1 : mat'clamped = zeros(h, size(x,1))
    t2 : mat'clamped = zeros(h, size(x,1))
    t3 : mat'clamped = zeros(h, size(x,1))
    t4 : mat'clamped = zeros(h, size(x,1))
    t5 : mat'clamped = zeros(h, size(x,1))
    t6 : mat'clamped = zeros(h, size(x,1))
    t7 : mat'clamped = zeros(h, size(x,1))
    y : mat'clamped = zeros(h, size(x,1))
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t0[m,n] = x[m-1,n] - x[m+1,n+1] + x[m,n]
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t1[m,n] = t0[m-1,n] - t0[m+1,n+1] + t0[m,n]
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t2[m,n] = t1[m-1,n] - t1[m+1,n+1] + t1[m,n]
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t3[m,n] = t2[m-1,n] - t2[m+1,n+1] + t2[m,n]
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t4[m,n] = t3[m-1,n] - t3[m+1,n+1] + t3[m,n]
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t5[m,n] = t4[m-1,n] - t4[m+1,n+1] + t4[m,n]
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t6[m,n] = t5[m-1,n] - t5[m+1,n+1] + t5[m,n]
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            t7[m,n] = t6[m-1,n] - t6[m+1,n+1] + t6[m,n]
        end
    end
    for m = 0..h-1
        for n = 0..size(x,1)-1
            y[m,n] = t7[m-1,n] - t7[m+1,n+1] + t7[m,n]
        end
    end
end
function y = long_in_order(x : mat'clamped)
    h = size(x,0)
    t0 : mat'clamped = zeros(h, size(x,1))
    t1 : mat'clamped = zeros(h, size(x,1))
    t2 : mat'clamped = zeros(h, size(x,1))
    t3 : mat'clamped = zeros(h, size(x,1))
    t4 : mat'clamped = zeros(h, size(x,1))
    t5 : mat'clamped = zeros(h, size(x,1))
    t6 : mat'clamped = zeros(h, size(x,1))
    t7 : mat'clamped = zeros(h, size(x,1))
    y : mat'clamped = zeros(h, size(x,1))
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t0[m,n] = x[m-1,n] - x[m+1,n+1] + x[m,n]
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t1[m,n] = t0[m-1,n] - t0[m+1,n+1] + t0[m,n]
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t2[m,n] = t1[m-1,n] - t1[m+1,n+1] + t1[m,n]
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t3[m,n] = t2[m-1,n] - t2[m+1,n+1] + t2[m,n]
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t4[m,n] = t3[m-1,n] - t3[m+1,n+1] + t3[m,n]
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t5[m,n] = t4[m-1,n] - t4[m+1,n+1] + t4[m,n]
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t6[m,n] = t5[m-1,n] - t5[m+1,n+1] + t5[m,n]
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            t7[m,n] = t6[m-1,n] - t6[m+1,n+1] + t6[m,n]
        end
    end
    {!serial for}
    for m = 0..h-1
        {!serial for}
        for n = 0..size(x,1)-1
            y[m,n] = t7[m-1,n] - t7[m+1,n+1] + t7[m,n]
        end
    end
end
function [] = main(columns : int = 5)
    for rows = 9..21
        x = image(rows, columns)
        if max(abs(shifted(x) - shifted_in_order(x))) > 0
            print "shifted, ", rows, " rows"
        end
        if max(abs(above(x) - above_in_order(x))) > 0
            print "above, ", rows, " rows"
        end
        if max(abs(outside(x) - outside_in_order(x))) > 0
            print "outside, ", rows, " rows"
        end
        if max(abs(mirrored(x) - mirrored_in_order(x))) > 0
            print "mirrored, ", rows, " rows"
        end
        if max(abs(kept(x) - kept_in_order(x))) > 0
            print "kept, ", rows, " rows"
        end
        if max(abs(more_rows(x) - more_rows_in_order(x))) > 0
            print "more_rows, ", rows, " rows"
        end
        if max(abs(long(x) - long_in_order(x))) > 0
            print "long, ", rows, " rows"
        end
    end
    print "all rows compared"
    % => all rows compared
end
