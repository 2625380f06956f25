% Two to four elements side by side at a place that is another one for each position: interpolation, within a row and between rows, inside, at
% the borders and far outside, for elements and maps of every kind. Expectations: NumPy, of sums without rounding.
function y = four(x : mat'clamped, at : vec[int])
    y = zeros(size(x,0), numel(at))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for k = 0..3
                y[m,n] += (k+1)*x[m,at[n]+k]
            end
        end
    end
end
% From the last to the first, and one of them twice.
function y = three(x : mat'mirror, at : vec[int])
    y = zeros(size(x,0), numel(at))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = x[m,at[n]+1] - 2*x[m,at[n]] + 3*x[m,at[n]-1] + x[m,at[n]+1]*x[m,at[n]]
        end
    end
end
function y = six(x : mat'circular, at : vec[int])
    y = zeros(size(x,0), numel(at))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for k = -2..3
                y[m,n] += (k+3)*x[m,at[n]+k]
            end
        end
    end
end
function y = between_rows(x : mat'clamped, rows : vec[int], columns : vec[int])
    y = zeros(numel(rows), numel(columns))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            i = rows[mod(m + n, numel(rows))]
            j = columns[n]
            y[m,n] = x[i,j] + 2*x[i,j+1] + 3*x[i+1,j] + 4*x[i+1,j+1]
        end
    end
end
function y = zero_outside(x : mat'safe, at : vec[int])
    y = zeros(size(x,0), numel(at))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = 2*x[m,at[n]] + 3*x[m,at[n]+1]
        end
    end
end
function y = whole(x : mat[int]'clamped, at : vec[int])
    y = mat[int](size(x,0), numel(at))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = x[m,at[n]+2] - x[m,at[n]+3]*x[m,at[n]+4]
        end
    end
end
% A pixel has its channels side by side.
function y = channels(x : cube'clamped, at : vec[int])
    y = zeros(size(x,0), numel(at))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = x[m,at[n],0] + 2*x[m,at[n],1] + 3*x[m,at[n],2]
        end
    end
end
% Places that were made to be inside.
function y = inside(x : vec'unchecked, at : vec[int])
    y = zeros(numel(at))
    for n = 0..numel(at)-1
        first = mod(abs(at[n]), numel(x)-2)
        y[n] = x[first] + 2*x[first+1] + 4*x[first+2]
    end
end
% A place that an element of the run tells is read behind it.
function y = chained(x : vec'clamped, at : vec[int])
    y = zeros(numel(at))
    for n = 0..numel(at)-1
        first = int(x[at[n]])
        y[n] = x[at[n]+1] + 2*x[first+1] + 3*x[first+2]
    end
end
% What is written in between is read; each position has elements of its own.
function y = written(given : vec, n : int)
    x : vec'clamped = copy(given)
    places = vec[int](n)
    for k = 0..n-1
        places[k] = 3*mod(k + 1, n)
    end
    y = zeros(n)
    {!parallel for}
    for k = 0..n-1
        first = places[k]
        y[k] = x[first] + 10*x[first+1]
        x[first+1] = 7
        y[k] += 100*x[first+1] + 1000*x[first+2]
    end
end

function [] = tell(name : string, y : mat)
    weights = zeros(size(y))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            weights[m,n] = mod(3*m + n, 7)
        end
    end
    print name, " ", sum(y), " ", sum(y.*weights)
end
function [] = tell_vector(name : string, y : vec)
    m = zeros(1, numel(y))
    for n = 0..numel(y)-1
        m[0,n] = y[n]
    end
    tell(name, m)
end

function [] = all(rows : int, columns : int, count : int, step : int, from : int)
    x = zeros(rows, columns)
    ints = mat[int](rows, columns)
    pixels = zeros(rows, columns, 3)
    line = zeros(rows*columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(7*m + 5*n + m*n, 11)
            line[m*columns + n] = x[m,n]
            ints[m,n] = mod(3*m + 2*n + m*n, 13) - 6
            for c = 0..2
                pixels[m,n,c] = mod(m + 2*n + 5*c, 9)
            end
        end
    end
    at = vec[int](count)
    for n = 0..count-1
        at[n] = int(floor(n*step/8)) + from
    end
    tell("four", four(x, at))
    tell("three", three(x, at))
    tell("six", six(x, at))
    tell("between", between_rows(x, at, at))
    tell("zero", zero_outside(x, at))
    tell("whole", float(whole(ints, at)))
    tell("channels", channels(pixels, at))
    tell_vector("inside", inside(line, at))
    tell_vector("chained", chained(line, at))
    tell_vector("written", written(line, int(floor(rows*columns/3))))
end
function [] = main()
    all(9, 40, 70, 4, 0)
    all(5, 33, 100, 8, -31)
    all(3, 3, 37, 1, -2)
    all(4, 1, 19, -8, 9)
    all(1, 4, 8, 8, -3)
end
% => four 34482 103826
% => three 26210 77964
% => six 72234 217430
% => between 246604 740125
% => zero 17118 51236
% => whole 2418 7237
% => channels 15120 45156
% => inside 2492 7481
% => chained 2134 6188
% => written 745221 2201455
% => four 24910 75119
% => three 16357 49442
% => six 52562 157855
% => between 555682 1666859
% => zero 4125 12881
% => whole -5510 -15949
% => channels 11546 34962
% => inside 3578 10697
% => chained 3308 9800
% => written 316525 855176
% => four 7200 21436
% => three 4399 13138
% => six 13237 39345
% => between 64604 193870
% => zero 1896 5657
% => whole -1162 -3314
% => channels 2343 7019
% => inside 1664 4772
% => chained 1553 4451
% => written 26280 28303
% => four 3800 12020
% => three 3762 12030
% => six 7980 25242
% => between 16530 49423
% => zero 100 450
% => whole -1140 -3276
% => channels 1672 5088
% => inside 764 2081
% => chained 770 2017
% => written 3770 0
% => four 310 980
% => three 272 712
% => six 798 2144
% => between 2032 6304
% => zero 95 413
% => whole -50 -28
% => channels 158 459
% => inside 364 942
% => chained 267 639
% => written 10750 0
