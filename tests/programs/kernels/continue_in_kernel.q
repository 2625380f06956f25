function [] = __kernel__ odd_sum(y : vec, pos : int)
    s = 0
    for k = 0..pos
        if mod(k,2) == 0
            continue
        end
        s += k
    end
    y[pos] = s
end
y = zeros(6)
parallel_do(6, y, odd_sum)
print y
% => [0,1,1,4,4,9]
