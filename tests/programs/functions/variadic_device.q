%! features: F134
function y = __device__ mysum(...args : vec[scalar])
    y = 0.0
    for k = 0..numel(args)-1
        y += args[k]
    end
end
x = zeros(2)
parallel_do(2, __kernel__ (pos : int) -> x[pos] = mysum(1, 2, pos))
print x
% => [3,4]
% The listing of the manual (4.8.1).
function sum = __device__ mysum(... args:vec)
sum = 0.0
for i=0..numel(args)-1
sum += args[i]
endfor
endfunction
function [] = __kernel__ mykernel(y : vec, pos : int)
y[pos]= mysum(11.0, 2.0, 3.0, 4.0)
endfunction
y = zeros(3)
parallel_do(3, y, mykernel)
print y, " ", mysum(1, 2), " ", mysum()
% => [20,20,20] 3 0
