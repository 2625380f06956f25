%! features: F261
%! loop: 9 operands that lie apart are packed before
%! flags: --precision=double
% Operands whose neighbouring rows, or every fourth elements, vectors read again and again: a copy in front of the launch has them side by side.
% Expected by NumPy.
function [which, distance] = nearest(queries : mat, points : mat)
    which = vec[int](size(queries,0))
    distance = zeros(size(queries,0))
    for q = 0..size(queries,0)-1
        best = 1e30
        for p = 0..size(points,0)-1
            d = 0.0
            for f = 0..size(points,1)-1
                d += (queries[q,f] - points[p,f])^2
            end
            if d < best
                best = d
                which[q] = p
            end
        end
        distance[q] = best
    end
end

function y = sums_of_rows(x : mat'mirror, w : mat)
    y = zeros(40)
    for n = 0..39
        for p = 0..size(w,0)-1
            for k = 0..size(w,1)-1
                y[n] += w[p,k]*x[n - 4, k]
            end
        end
    end
end

function y = planes(x : cube[int], w : mat)
    y = zeros(size(x,1), size(x,0))
    for i = 0..size(x,1)-1
        for j = 0..size(x,0)-1
            for p = 0..size(w,0)-1
                for k = 0..size(x,2)-1
                    y[i,j] += w[p,k]*x[j,i,k]
                end
            end
        end
    end
end

function y = products(a : mat[cscalar], b : mat[cscalar])
    y = complex(zeros(size(a,0), size(b,0)))
    for i = 0..size(a,0)-1
        for j = 0..size(b,0)-1
            s = complex(0)
            for k = 0..size(a,1)-1
                s += a[i,k]*b[j,k]
            end
            y[i,j] = s
        end
    end
end

function y = every_fourth(x : vec, w : mat, shift : int)
    y = zeros(size(w,0), 120)
    for b = 0..size(w,0)-1
        for n = 0..119
            for k = 0..size(w,1)-1
                y[b,n] += w[b,k]*x[4*n + k - shift]
            end
        end
    end
end

function y = every_third(x : vec[uint8], w : vec)
    y = zeros(200)
    for n = 0..199
        for k = 0..numel(w)-1
            y[n] += w[k]*x[3*n + k]
        end
    end
end

function y = every_eighth_column(x : mat, w : vec)
    y = zeros(size(x,0), 50)
    for m = 0..size(x,0)-1
        for n = 0..49
            for k = 0..numel(w)-1
                y[m,n] += w[k]*x[m, 8*n + k]
            end
        end
    end
end

% What could be packed is what is changed: it is read as it is.
function [] = into(y : mat, x : mat, w : mat)
    for n = 0..size(y,0)-1
        for p = 0..size(w,0)-1
            for k = 0..size(w,1)-1
                y[n,0] += w[p,k]*x[n,k]
            end
        end
    end
end

function [] = main()
    a = zeros(64, 7)
    b = zeros(300, 7)
    for i = 0..63
        for k = 0..6
            a[i,k] = mod(17*i + 5*k + i*k, 23)
        end
    end
    for i = 0..299
        for k = 0..6
            b[i,k] = mod(7*i + 11*k + i*k, 29)
        end
    end
    [which, distance] = nearest(a, b)
    printf("%.0f %.0f %.0f %.0f", which[0], which[63], sum(which), sum(distance))
    % => 22 18 986 11265
    [which, distance] = nearest(a[0..2,:], b)
    printf("%.0f %.0f %.0f", which[0], which[2], sum(distance))
    % => 22 27 719
    y = sums_of_rows(a, b)
    printf("%.0f %.0f %.0f", y[0], y[3], y[39])
    % => 370265 248110 349249
    c = cube[int](20, 30, 7)
    for i = 0..19
        for j = 0..29
            for k = 0..6
                c[i,j,k] = mod(3*i + 5*j + 7*k + i*j, 31)
            end
        end
    end
    y = planes(c, b)
    printf("%.0f %.0f %.0f", y[0,0], y[29,19], sum(y))
    % => 357464 491879 265075615
    z = products(complex(a, 2*a), complex(b, -b))
    printf("%.0f %.0f %.0f %.0f", real(z[0,0]), imag(z[0,0]), real(z[63,299]), imag(z[63,299]))
    % => 2229 743 3183 1061
    x = zeros(500)
    for n = 0..499
        x[n] = mod(13*n, 37)
    end
    for shift = [0, 5, -6]
        y = every_fourth(x, b[0..4,:], shift)
        printf("%.0f %.0f %.0f %.0f", y[0,0], y[4,1], y[4,119], sum(y))
    end
    % => 1708 1231 775 999655
    % => 104 688 1459 988968
    % => 2052 1535 1079 1000302
    bytes = vec[uint8](700)
    for n = 0..699
        bytes[n] = mod(13*n, 251)
    end
    taps = zeros(90)
    for n = 0..89
        taps[n] = mod(n, 5)
    end
    y = every_third(bytes, taps)
    printf("%.0f %.0f %.0f", y[0], y[199], sum(y))
    % => 21632 21797 4500026
    m = repmat(a, [1, 60])
    y = every_eighth_column(m, taps)
    printf("%.0f %.0f %.0f", y[0,0], y[63,49], sum(y))
    % => 1545 533 5696465
    for i = 0..299
        b[i,0] = -mod(i, 2)
    end
    into(a, a, b[0..39,:])
    printf("%.0f %.0f %.0f", a[0,0], a[1,0], a[63,0])
    % => 861 671 736
end
