%! features: F327
% Branches that choose numbers by the row alone, inside of vectors and of loops: of each position the value of the branch that its row takes.
% A choice of three, of which the last one keeps what was there.
function y = three(h : int, w : int)
    y = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            a = 1.0
            if m < 3
                a = 2.0 + m
            elseif m < 5
                b = m*m
                if mod(m, 2) == 0
                    b = b + 1
                end
                a = b - 10.0
            end
            y[m,n] = a*n
        end
    end
end
% What was there differs from column to column, and one branch alone sets it.
function y = kept(h : int, w : int)
    y = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            a = n + 0.5
            if mod(m, 3) == 1
                a = 100.0*m
            end
            if m > 4
                a = a + 1
            end
            y[m,n] = a
        end
    end
end
% Weights of a window that the row alone decides, and whole numbers whose remainder nobody asks for where the divisor is 0.
function y = window(x : mat'clamped, divisors : vec[int])
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for k = -2..2
                t = abs(m - 4 + k)
                weight = 0.0
                if t < 2
                    weight = 3.0 - t
                elseif t < 4
                    if divisors[m] != 0
                        weight = mod(17, divisors[m])
                    end
                else
                    weight = -1.0
                end
                s += weight*x[m + k, n]
            end
            y[m,n] = s
        end
    end
end
% A branch that counts what it reads on from the one in front of it.
function y = carried(h : int, w : int)
    y = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            a = 0
            for k = 0..3
                if mod(m + k, 2) == 0
                    a = 2*a + 1
                else
                    a = a + k
                end
            end
            y[m,n] = a + 10*n
        end
    end
end
function [] = main()
    rows = 7
    columns = 21
    y = three(rows, columns)
    % => 420 840 -210 1470 210
    print sum(y[0,:]), " ", sum(y[2,:]), " ", sum(y[3,:]), " ", sum(y[4,:]), " ", sum(y[6,:])
    y = kept(rows, columns)
    % => 220.5 2100 8400 241.5 241.5
    print sum(y[0,:]), " ", sum(y[1,:]), " ", sum(y[4,:]), " ", sum(y[5,:]), " ", sum(y[6,:])
    x = zeros(rows, columns)
    divisors = vec[int](rows)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(3*m + 5*n, 8)
        end
        divisors[m] = mod(3*m, 6)
    end
    y = window(x, divisors)
    % => -222
    % => 284
    % => 278
    % => 796
    % => 506
    % => 810
    % => 288
    for m = 0..rows-1
        print sum(y[m,:])
    end
    y = carried(rows, columns)
    % => 2268 2247
    print sum(y[0,:]), " ", sum(y[1,:])
end
