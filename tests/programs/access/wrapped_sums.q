% An index is a number of 32 bits: where a sum or a multiple of a loop's index wraps, the element of the wrapped index is meant.
function y = multiples(x : vec, n : int)
    y = zeros(n)
    for i = 0..n-1
        y[i] = x[i*65536]
    end
end
function y = sums(x : vec, n : int, a : int, b : int)
    y = zeros(n)
    for i = 0..n-1
        y[i] = x[i + a + b]
    end
end
function y = rows(x : mat, n : int, a : int, b : int)
    y = zeros(size(x,0), n)
    for m = 0..size(x,0)-1
        for i = 0..n-1
            y[m,i] = x[m, i + a + b]
        end
    end
end
function y = with_a_constant(x : vec, n : int, a : int)
    y = zeros(n)
    for i = 0..n-1
        y[i] = x[i + a + 2147483647]
    end
end
function [] = main(most : int = 2147483647)
    % i*65536 is a multiple of 2^32, and so 0, for i = 0, 65536, 131072.
    % => 3
    print sum(multiples(ones(10), 140000))
    % The sum of the greatest int and itself is -2.
    x = zeros(4096)
    x[:] = 0..4095
    y = sums(x, 4096, most, most)
    % => [0,0,0,1] 4093
    print y[0..3], " ", y[4095]
    z = with_a_constant(x, 4096, most)
    % => 0
    print max(abs(y - z))
    w = rows(reshape(0..8191, [2,4096]), 4096, most, most)
    % => [0,0,4096,4097]
    print w[1,0..3]
end
