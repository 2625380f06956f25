% A loop around an element of an array: above the greatest int comes the least one, so that a loop whose last index has wrapped, or whose
% first one has, makes no round.
function [] = __kernel__ rounds(x : vec[int], y : vec[int], pos : int)
    c = x[pos]
    for k = c-1..c+1
        y[pos] += 1
    end
end
x = int(zeros(4))
x[1] = 2147483647
x[2] = -2147483648
y = int(zeros(4))
parallel_do(4, x, y, rounds)
print y
% => [3,0,0,3]
