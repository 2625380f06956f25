%! environment: QC_STRIP_ROWS=3
%! reports: fusion in strips of rows
%! reports: fusion `t`, made in line 29, has the rows of a strip and 2 on each side
%! reports: fusion `t`, made in line 43, has the rows of a strip and 4 on each side
%! hides: fusion and not in strips of rows
% Separable filters in strips of three rows: each boundary, sizes that strips do not divide, images of one row, and windows that are
% larger than the image.
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
function y = mirrored(x : mat'mirror)
    t : mat'mirror = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n-2] + 4*x[m,n-1] + 6*x[m,n] + 4*x[m,n+1] + x[m,n+2]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-2,n] + 4*t[m-1,n] + 6*t[m,n] + 4*t[m+1,n] + t[m+2,n]
        end
    end
end
function y = mirrored_far(x : mat'mirror)
    t : mat'mirror = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n-1] + 2*x[m,n] + x[m,n+1]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-4,n] + 2*t[m,n] + 5*t[m+3,n]
        end
    end
end
function y = limited(x : mat'clamped)
    t : mat'clamped = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n-2] + 4*x[m,n-1] + 6*x[m,n] + 4*x[m,n+1] + x[m,n+2]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-2,n] + 4*t[m-1,n] + 6*t[m,n] + 4*t[m+1,n] + t[m+2,n]
        end
    end
end
function y = limited_far(x : mat'clamped)
    t : mat'clamped = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n-1] + 2*x[m,n] + x[m,n+1]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-4,n] + 2*t[m,n] + 5*t[m+3,n]
        end
    end
end
function y = extended(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n-2] + 4*x[m,n-1] + 6*x[m,n] + 4*x[m,n+1] + x[m,n+2]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-2,n] + 4*t[m-1,n] + 6*t[m,n] + 4*t[m+1,n] + t[m+2,n]
        end
    end
end
function y = extended_far(x : mat)
    t = zeros(size(x))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            t[m,n] = x[m,n-1] + 2*x[m,n] + x[m,n+1]
        end
    end
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = t[m-4,n] + 2*t[m,n] + 5*t[m+3,n]
        end
    end
end
function [] = main(n : int = 1)
    print mirrored(image(7*n, 5))
    % => [[645,865,1250,1305,975],
    % =>  [913,947,1229,1357,1138],
    % =>  [1193,1124,1301,1489,1453],
    % =>  [1377,1336,1379,1521,1667],
    % =>  [1603,1524,1356,1364,1593],
    % =>  [1948,1722,1350,1187,1313],
    % =>  [2225,1890,1415,1105,1045]]
    print weighed(mirrored(image(1*n, 6))), " ", weighed(mirrored(image(2*n, 3))), " ", weighed(mirrored(image(3*n, 9))), " ", weighed(mirrored(image(19*n, 17)))
    % => 19760 17470 99865 1301797
    print weighed(mirrored_far(image(1*n, 6))), " ", weighed(mirrored_far(image(3*n, 4))), " ", weighed(mirrored_far(image(5*n, 9))), " ", weighed(mirrored_far(image(21*n, 13)))
    % => 2544 5712 20935 139099
    print limited(image(7*n, 5))
    % => [[593,857,1271,1322,860],
    % =>  [969,947,1229,1357,1038],
    % =>  [1267,1124,1301,1489,1412],
    % =>  [1413,1336,1379,1521,1708],
    % =>  [1601,1524,1356,1364,1683],
    % =>  [1953,1722,1350,1187,1385],
    % =>  [2259,1907,1436,1097,1009]]
    print weighed(limited(image(1*n, 6))), " ", weighed(limited(image(2*n, 3))), " ", weighed(limited(image(3*n, 9))), " ", weighed(limited(image(19*n, 17)))
    % => 19808 18641 100146 1302279
    print weighed(limited_far(image(1*n, 6))), " ", weighed(limited_far(image(3*n, 4))), " ", weighed(limited_far(image(5*n, 9))), " ", weighed(limited_far(image(21*n, 13)))
    % => 2544 5880 20049 137018
    print extended(image(7*n, 5))
    % => [[333,568,846,878,525],
    % =>  [581,822,1144,1235,805],
    % =>  [777,1026,1301,1412,1027],
    % =>  [928,1239,1379,1403,1118],
    % =>  [1101,1424,1356,1234,1033],
    % =>  [1225,1480,1254,1017,821],
    % =>  [1009,1175,956,711,509]]
    print weighed(extended(image(1*n, 6))), " ", weighed(extended(image(2*n, 3))), " ", weighed(extended(image(3*n, 9))), " ", weighed(extended(image(19*n, 17)))
    % => 7188 7440 69285 1195046
    print weighed(extended_far(image(1*n, 6))), " ", weighed(extended_far(image(3*n, 4))), " ", weighed(extended_far(image(5*n, 9))), " ", weighed(extended_far(image(21*n, 13)))
    % => 628 1280 10282 117693
end
