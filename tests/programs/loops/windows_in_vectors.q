% Windows along the columns of a colour image, whose vectors are put together from two; extremes of elements that may be none; products of
% matrices and a layer of a neural network, whose rows share factors.
% NumPy 2, with x = ((7*m*m + 13*n*c + m*n + 5*c) % 101) and np.clip for clamped columns; t(y) = sum(y.astype(int)*((m + 3*n) % 7)).

function t = weighted(y : mat)
    t = 0
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            t += int(y[m,n])*mod(m + 3*n, 7)
        end
    end
end

% The least sum of squares between the patch of a pixel and those left of it.
function y = distance(x : cube'clamped)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            best = 1e9
            for left = 1..2
                s = 0.0
                for j = -3..3
                    for c = 0..2
                        s += (x[m,n+j,c] - x[m,n-left+j,c])^2
                    end
                end
                best = min(best, s)
            end
            y[m,n] = mod(best, 1000)
        end
    end
end

% Products of neighbours, each with all others between.
function y = steps(x : cube'clamped)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for j = -2..2
                s += abs(x[m,n+j,0] - 2*x[m,n+j,1])*(x[m,n+j,2] + 1)*(j + 3)
            end
            y[m,n] = s
        end
    end
end

function y = largest(x : cube, first : scalar)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = max(max(max(first, x[m,n,0]), x[m,n,1]), x[m,n,2]) - min(min(x[m,n,0], x[m,n,1]), x[m,n,2])
        end
    end
end

function y = product(a : mat, b : mat)
    y = zeros(size(a,0), size(b,1))
    for m = 0..size(a,0)-1
        for n = 0..size(b,1)-1
            s = 0.0
            for k = 0..size(a,1)-1
                s += a[m,k]*b[k,n]
            end
            y[m,n] = s
        end
    end
end

function y = layer(x : cube, w : cube{4})
    y = zeros(size(x,0) - 2, size(x,1) - 2, size(w,3))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                s = 0.0
                for i = 0..2
                    for j = 0..2
                        for d = 0..size(x,2)-1
                            s += w[i,j,d,c]*x[m+i,n+j,d]
                        end
                    end
                end
                y[m,n,c] = s
            end
        end
    end
end

function [] = main()
    x = zeros(43, 61, 3)
    for m = 0..42
        for n = 0..60
            for c = 0..2
                x[m,n,c] = mod(7*m*m + 13*n*c + m*n + 5*c, 101)
            end
        end
    end
    print weighted(distance(x)), " ", weighted(steps(x))
    % => 4052183 412299332
    print weighted(product(x[:,:,0], transpose(x[0..39,:,1]))), " ", weighted(product(x[0..30,:,2], transpose(x[:,:,0])))
    % => 765418198 595278681
    w = zeros(3, 3, 3, 20)
    for i = 0..2
        for j = 0..2
            for d = 0..2
                for c = 0..19
                    w[i,j,d,c] = mod(5*i + 3*j + 11*d + c*c, 9) - 4
                end
            end
        end
    end
    y = layer(x, w)
    print weighted(y[:,:,0]), " ", weighted(y[:,:,19]), " ", y[40,58,7]
    % => 43822 65045 615
    print weighted(largest(x, 0))
    % => 400358
    % What is no number is left out, whichever operand it is; of nothing but those it stays.
    none = 0/0.0
    x[5,7,0] = none
    x[6,8,1] = none
    x[6,8,2] = none
    x[8,9,0] = none
    x[8,9,1] = none
    x[8,9,2] = none
    y = largest(x, none)
    print y[5,7], " ", y[6,8], " ", isnan(y[8,9])
    % => 96 0 1
end
