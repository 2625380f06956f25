%! fault: race in global memory
%! kernel: signal
%! array: flag
% One thread sets a flag that the others read, without any order between them.
function [] = __kernel__ signal(flag : vec[int], y : vec[int], pos : int)
    if pos == 300
        flag[0] = 5 % here
    else
        y[pos] = flag[0] % here
    end
end
flag = vec[int](1)
y = vec[int](600)
parallel_do(600, flag, y, signal)
print y[0]
