% Rows and columns that loops assign are stored element by element where nobody can tell; NumPy computed what follows `=>`, with copies of what is
% read where arrays overlap.
%! loop: 13 parallel, 2 dimensions
%! loop: 19 parallel
%! loop: 31 serial
%! loop: 37 serial
%! loop: 43 serial, as the loops inside are parallel and have more iterations
%! loop: 50 parallel, 2 dimensions
%! loop: 56 parallel, 2 dimensions
%! loop: 64 serial
function y = scaled(x)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        y[m,:] = x[m,:]*2 + m
    end
end
function y = columns(x)
    y = zeros(size(x))
    for n = 1..size(x,1)-1
        y[:,n] = x[:,n-1] - x[:,n]
    end
end
function y = parts(x)
    y = ones(size(x))
    for m = 0..size(x,0)-1
        y[m, 1..size(x,1)-2] += abs(x[m, 2..size(x,1)-1]).*x[m, 0..size(x,1)-3]
    end
end
% A row that the array itself gives, one further up: the order counts.
function x = running(x)
    for m = 1..size(x,0)-1
        x[m,:] = x[m-1,:] + x[m,:]
    end
end
% Overlapping parts of one row: what was there before counts.
function x = shifted(x)
    for m = 0..size(x,0)-1
        x[m, 1..size(x,1)-1] = x[m, 0..size(x,1)-2]*1.0
    end
end
function y = normalised(x)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        r = x[m,:]
        y[m,:] = (r - mean(r))/(std(r) + 1)
    end
end
function y = bytes(x)
    y = mat[uint8](size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        y[m,:] = x[m,:]*40.5
    end
end
function y = at_the_same_place(x)
    y = copy(x)
    for m = 0..size(y,0)-1
        y[m,:] = y[m,:].^2 - y[m,:]
    end
end
% Of two names of one array the other one sees each row at once.
function z = two_names(x)
    y = copy(x)
    z = y
    for m = 1..size(x,0)-1
        y[m,:] = z[m-1,:] + 1
    end
end
function [] = main(w : int = 9)
    x = zeros(7, w)
    for i = 0..6
        for j = 0..w-1
            x[i,j] = mod(13*i + 7*j, 11) - 3
        end
    end
    h = zeros(7, w)
    for i = 0..6
        for j = 0..w-1
            h[i,j] = j + w*i
        end
    end
    a = scaled(x)
    print sum(a), " ", sum(a.*h)
    % => 421 15465
    b = columns(x)
    print sum(b), " ", sum(b.*h)
    % => 4 368
    c = parts(x)
    print sum(c), " ", sum(c.*h)
    % => 455 14335
    d = running(copy(x))
    print sum(d), " ", sum(d.*h)
    % => 455 18482
    e = shifted(copy(x))
    print sum(e), " ", sum(e.*h)
    % => 120 4037
    f = normalised(x)
    print round(1000*sum(f.*h))
    % => -1519
    g = bytes(x)
    print sum(g), " ", sum(g.*h)
    % => 6103 191649
    k = at_the_same_place(x)
    print sum(k), " ", sum(k.*h)
    % => 736 23232
    l = two_names(x)
    print sum(l), " ", sum(l.*h)
    % => 301 11613
    % An index outside, a range that ends outside, and a range of another size are errors.
    try
        for m = 0..w
            x[m,:] = h[m,:]*1.0
        end
    catch ex
        print "stopped"
        % => stopped
    end
    try
        for m = 0..6
            x[m, 1..w] = h[m,:]*1.0
        end
    catch ex
        print "stopped again"
        % => stopped again
    end
    try
        for m = 0..6
            x[m, 1..w-1] = h[m,:]*1.0
        end
    catch ex
        print "and again"
        % => and again
    end
    % A range without elements is none, wherever it is.
    for m = 0..6
        x[m, w+3..w+2] = h[m, 1..0]*1.0
    end
end
