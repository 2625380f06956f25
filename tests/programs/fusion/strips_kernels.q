%! environment: QC_STRIP_ROWS=4
%! reports: fusion `rows` and `columns` (line 42) in main, strategy smart: in strips of rows
%! reports: fusion `y`, made in line 39, has the rows of a strip and 2 on each side
%! reports: fusion `columns` and `stretched` (line 51) in main, strategy manual: in strips of rows
%! reports: fusion if `given$loop56.x` and `given$loop61.z` are different arrays when the program runs
% Filters of kernel functions in functions that ask for fusion. The last one is given its own input as output, which only running shows.
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
function [] = __kernel__ rows(x : mat'mirror, y : mat, gain : scalar, pos : ivec2)
    y[pos] = gain*(x[pos + [0,-1]] + 2*x[pos] + x[pos + [0,1]])
end
function [] = __kernel__ columns(y : mat'mirror, z : mat, pos : ivec2)
    z[pos] = y[pos + [-2,0]] + 2*y[pos] + y[pos + [1,0]]
end
% The number of rows is that of the whole array.
function [] = __kernel__ stretched(y : mat, z : mat, pos : ivec2)
    z[pos] = y[pos + [1,0]] + 1000*size(y,0)
end
function z = blurred(x : mat)
    {!kernel_fusion strategy="smart"}
    y = zeros(size(x))
    z = zeros(size(x))
    parallel_do(size(x), x, y, 3, rows)
    parallel_do(size(z), y, z, columns)
end
function z = chain(x : mat)
    {!kernel_fusion strategy="manual"}
    y = zeros(size(x))
    parallel_do(size(x), x, y, 1, rows)
    z = zeros(size(x))
    parallel_do(size(x), y, z, columns)
    w = zeros(size(x))
    parallel_do(size(x), z, w, stretched)
    z = w
end
function [] = given(x : mat'mirror, z : mat)
    t : mat'mirror = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n-2] + 4*x[m,n-1] + 6*x[m,n] + 4*x[m,n+1] + x[m,n+2]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            z[m,n] = t[m-2,n] + 4*t[m-1,n] + 6*t[m,n] + 4*t[m+1,n] + t[m+2,n]
        end
    end
end
function [] = main(n : int = 11)
    x = image(n, 6)
    print blurred(x)
    % => [[144,138,240,276,180,174],
    % =>  [189,135,228,288,216,228],
    % =>  [198,171,267,330,294,300],
    % =>  [270,246,258,270,282,258],
    % =>  [255,267,228,222,282,294],
    % =>  [417,333,243,219,261,243],
    % =>  [294,279,237,228,219,171],
    % =>  [249,204,210,315,387,375],
    % =>  [381,372,360,348,303,228],
    % =>  [261,255,258,327,330,225],
    % =>  [366,321,195,168,240,294]]
    print weighed(chain(x)), " ", weighed(chain(image(3, 4)))
    % => 2205309 112505
    z = zeros(n, 6)
    given(x, z)
    print weighed(z)
    given(x, x)
    print weighed(x)
    % => 280584
    % => 280584
end
