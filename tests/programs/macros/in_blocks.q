% A use stands for its statements wherever it stands: in loops, branches and kernels.
macro [] = add(target, value)
    if value > 1
        for k = 1..2
            target += value
        end
    else
        target += 100
    end
endmacro
function [] = __kernel__ k(x : vec, pos : int)
    t = 0.0
    {!add t, pos}
    x[pos] = t
end
x = zeros(4)
parallel_do(4, x, k)
print x
% pos > 1: twice the position, otherwise 100
% => [100,100,4,6]
total = 0
for i = 0..2
    {!add total, i}
end
print total
% 100 + 100 + 2*2
% => 204
