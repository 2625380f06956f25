%! features: F341
%! environment: QC_EMU_DEVICES=2
% Rounds of the loop take turns on two GPUs, each kernel of a round on the same one; behind the loop the program chooses by itself again.
function [] = __kernel__ fill(x : vec'unchecked, value : scalar, pos : int)
    x[pos] = value + pos
end
function [] = __kernel__ square(x : vec'unchecked, pos : int)
    x[pos] = x[pos]*x[pos]
end
n = 4
first = zeros(n)
second = zeros(n)
third = zeros(n)
for k = 0..2
    {!unroll times=2; multi_device=true}
    one = first
    if k == 1
        one = second
    end
    if k == 2
        one = third
    end
    parallel_do(n, one, 10*k, fill)
    parallel_do(n, one, square)
end
print first, second, third
% => [0,1,4,9][100,121,144,169][400,441,484,529]
%! trace: launch 4 on 0; launch 7 on 0; launch 4 on 1; launch 7 on 1; launch 4 on 0; launch 7 on 0
%! trace: out x 16 on 0; out x 16 on 1; out x 16 on 0
