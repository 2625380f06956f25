%! features: F327
% Functions that store some channels of pictures whose number of channels only running tells: what nobody stores is zero, memory that was used
% before included.
function y = four(x : cube)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..3
                if c < size(x,2)
                    y[m,n,c] = x[m,n,c] + (1 - x[m,n,0])*2
                end
            end
        end
    end
end
function y = turned(x : cube)
    y : cube'safe = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n,3] = x[m,n,0]
            y[m,n,0] = 2*x[m,n,1]
            y[m,n,2] = x[m,n,0] - 1
            y[m,n,1] = 3*x[m,n,0]
        end
    end
end
function y = swapped(x : cube)
    y : cube'safe = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n,2] = x[m,n,0]
            y[m,n,1] = x[m,n,1]
            y[m,n,0] = x[m,n,1] + 1
        end
    end
end
function [] = used_before(h : int, w : int, c : int)
    for k = 0..3
        x = ones(h, w, c)*77
    end
end
function [] = main()
    for channels = 2..6
        for w = [1, 5, 64, 700]
            x = zeros(9, w, channels)
            for m = 0..8
                for n = 0..w-1
                    for c = 0..channels-1
                        x[m,n,c] = mod(5*m + 3*n + c, 11)
                    end
                end
            end
            used_before(9, w, channels)
            a = four(x)
            used_before(9, w, channels)
            b = turned(x)
            used_before(9, w, channels)
            c = swapped(x)
            wrong = 0
            {!serial for}
            for m = 0..8
                {!serial for}
                for n = 0..w-1
                    {!serial for}
                    for k = 0..channels-1
                        first = mod(5*m + 3*n, 11)
                        next = mod(5*m + 3*n + 1, 11)
                        own = mod(5*m + 3*n + k, 11)
                        wrong += a[m,n,k] == (k < 4 ? own + (1 - first)*2 : 0) ? 0 : 1
                        turn = k == 0 ? 2*next : (k == 1 ? 3*first : (k == 2 ? first - 1 : (k == 3 ? first : 0)))
                        wrong += b[m,n,k] == turn ? 0 : 1
                        swap = k == 0 ? next + 1 : (k == 1 ? next : (k == 2 ? first : 0))
                        wrong += c[m,n,k] == swap ? 0 : 1
                    end
                end
            end
            if wrong > 0
                print channels, " channels, ", w, " columns: ", wrong, " wrong"
            end
        end
    end
    % => done
    print "done"
end
