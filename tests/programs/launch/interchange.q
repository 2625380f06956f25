%! loop: 18 dimensions interchanged
%! loop: 18 over [1], [2], [3], [0]
%! loop: 18 vectors along [0]
%! loop: 18 after an error the launch is repeated
%! loop: 28 over [1], [0]
%! hides: loops the positions in along
%! hides: loops the positions in summed
%! hides: loops the positions in ordered
%! hides: loops the positions in placed
%! hides: loops the positions in narrow
%! hides: loops the positions in few
% A launch has no order, so that vectors may go along another dimension than the last where elements lie side by side there; not where
% floats are added up in memory, where the launch has an order, where elements decide about errors, and where it would not pay.
function y : mat = windows(x : mat, s : ivec2)
    [h, w] = s
    rows = size(x,0) - h + 1
    columns = size(x,1) - w + 1
    function [] = __kernel__ window(y : mat, x : mat, pos : ivec4)
        y[pos[2]*w + pos[3], pos[1]*rows + pos[0]] = x[pos[0] + pos[2], pos[1] + pos[3]]
    end
    y = zeros(h*w, rows*columns)
    parallel_do([rows, columns, h, w], y, x, window)
end
% Gathering costs less than scattering.
function y : mat = turned(x : mat, y : mat)
    parallel_do(size(x), x, y, turn)
end
function [] = __kernel__ turn(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = x[pos[0],pos[1]]
end
function [] = __kernel__ along(x : mat, y : mat, pos : ivec2)
    y[pos[0],pos[1]] = x[pos[0],pos[1]] + x[pos[0],0]
end
function [] = __kernel__ summed(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] += x[pos[1],pos[0]]
end
function [] = __kernel__ ordered(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = 2*x[pos[1],pos[0]]
end
function [] = __kernel__ placed(x : mat, y : mat, table : vec[int], pos : ivec2)
    y[table[pos[1]],pos[0]] = x[pos[1],pos[0]]
end
% The first dimension has three positions, too few for vectors.
function [] = __kernel__ narrow(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = 3*x[pos[1],pos[0]]
end
% Vectors along the first dimension would leave three lines to share among threads.
function [] = __kernel__ few(x : mat, y : mat, pos : ivec2)
    y[pos[1],pos[0]] = 4*x[pos[1],pos[0]]
end
function [] = main(n : int = 40)
    x = zeros(n, n+10)
    for i = 0..n-1
        for j = 0..n+9
            x[i,j] = 100*i + j
        end
    end
    w = windows(x, [3,2])
    % 38 windows of 3x2 begin in each of 49 columns. That at (5,7) is column 7*38 + 5; row 2*2 + 1 of it is the element at (5+2, 7+1).
    % => [6,1862]
    print size(w)
    % => 708
    print w[5,7*(n-2)+5]
    % The last window begins at (37,48): its last element is that at (39,49).
    % => 3949
    print w[5,size(w,1)-1]
    y = turned(x, zeros(n+10, n))
    % => 2311
    print y[11,23]
    z = zeros(n, n+10)
    parallel_do(size(x), x, z, along)
    % 307 + 300
    % => 607
    print z[3,7]
    z = zeros(n, n+10)
    parallel_do([n+10,n], x, z, summed)
    v = zeros(n, n+10)
    serial_do([n+10,n], x, v, ordered)
    % => [307,614]
    print [z[3,7], v[3,7]]
    table = vec[int](n)
    for i = 0..n-1
        table[i] = n-1-i
    end
    parallel_do([n+10,n], x, z, table, placed)
    % Row 36 is row 3.
    % => 307
    print z[36,7]
    parallel_do([3,n], x, z, narrow)
    % => [906,307]
    print [z[3,2], z[36,7]]
    parallel_do([n,3], x, z, few)
    % => [828,12]
    print [z[2,7], z[0,3]]
end
