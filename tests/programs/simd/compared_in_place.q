% Elements that are compared with a number lie anywhere: rows of seven begin at no multiple of a vector. Without AVX an operand in memory must.
function [] = main(n : int = 15)
    a = zeros(n, 7)
    b = zeros(n, 7)
    for i = 0..n-1
        for j = 0..6
            a[i,j] = 7*i + j
        end
    end
    k = 2.5*n
    for i = 0..n-1
        for j = 0..6
            b[i,j] = a[i,j] > k
        end
    end
    % 38 to 104
    print sum(b)
    % => 67
    a[:,:] = (a > k)
    print sum(a), " ", a[5,2..3]
    % => 67 [0,1]
    c = zeros(n, 7)
    for i = 0..n-1
        for j = 0..6
            c[i,j] = b[i,j] == 1 ? 2 : min(b[i,j], -1)
        end
    end
    print sum(c)
    % => 96
end
