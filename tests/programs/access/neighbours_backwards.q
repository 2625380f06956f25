% Elements side by side in a row that is read backwards: the lanes' indices are negative, and the address makes up for that.
function y = rows_backwards(x : cube'clamped, at : vec[int])
    y = zeros(32)
    {!parallel for}
    for n = 0..31
        y[n] = x[0, 31-n, at[n]] + 10*x[0, 31-n, at[n]+1]
    end
end
% The parts of a complex number lie side by side.
function y = complex_backwards(x : cmat)
    y = czeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = x[mod(m*n, 2), size(x,1)-1-n]
        end
    end
end
function [] = main(k : int = 32)
    x = zeros(1, 40, 8)
    for m = 0..39
        for n = 0..7
            x[0,m,n] = 100*m + n
        end
    end
    at = vec[int](k)
    for n = 0..k-1
        at[n] = mod(3*n, 9) - 1
    end
    y = rows_backwards(x, at)
    print sum(y), " ", y[0], " ", y[31]
    z = czeros(50, 40)
    for m = 0..49
        for n = 0..39
            z[m,n] = complex(m + n, 2*n - m)
        end
    end
    w = complex_backwards(z)
    print sum(real(w)), " ", sum(imag(w)), " ", w[3,5]
end
% => 546602 34100 32
% => 39500 77500 35+67i
