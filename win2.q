function [] = f(x : vec[int], y : vec[int])
    for i = 0..numel(x)-1
        c = x[i]
        for k = c-1..c+1
            y[i] += 1
        end
    end
end
x = int(zeros(4))
x[1] = 2147483647
x[2] = -2147483648
y = int(zeros(4))
f(x, y)
print y
