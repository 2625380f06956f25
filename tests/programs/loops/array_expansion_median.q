%! loop: 7 serial
%! loop: 9 parallel
% A vector for each pixel, as long as the program says: the median of a window, by insertion. The numbers are those of `numpy.median`.
function y = median(x : mat'clamped, r : int)
    y = zeros(size(x))
    count = (2*r + 1)*(2*r + 1)
    for m = 0..size(x,0)-1

        for n = 0..size(x,1)-1
            v = zeros(count)
            k = 0
            for p = -r..r
                for q = -r..r
                    % The new value moves down while the one below is larger.
                    j = k
                    value = x[m+p,n+q]
                    while j > 0 && v[j-1] > value
                        v[j] = v[j-1]
                        j -= 1
                    end
                    v[j] = value
                    k += 1
                end
            end
            y[m,n] = v[(count-1)/2]
        end
    end
end

function [] = main()
    x = zeros(9, 37)
    for m = 0..8
        for n = 0..36
            x[m,n] = mod(7*m + 3*n*n + m*n, 23)
        end
    end
    y = median(x, 1)
    print sum(y)
    % => 3491
    print y[4,10..20]
    % => [8,6,12,7,5,5,9,14,16,14,14]
    y = median(x, 2)
    print sum(y)
    % => 3415
    print y[8,26..36]
    % => [15,15,10,10,9,6,6,10,6,6,3]
    y = median(x, 0)
    print sum(abs(y - x))
    % => 0
end
