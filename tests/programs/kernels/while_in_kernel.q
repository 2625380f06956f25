function [] = __kernel__ collatz(y : vec, pos : int)
    n = pos + 1
    steps = 0
    while n != 1
        if mod(n,2) == 0
            n = int(n/2)
        else
            n = 3*n + 1
        end
        steps += 1
    end
    y[pos] = steps
end
y = zeros(9)
parallel_do(9, y, collatz)
print y
% => [0,1,7,2,5,8,16,3,19]
