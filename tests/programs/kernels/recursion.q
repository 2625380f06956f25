% A device function may call itself in a kernel; such a kernel runs position by position.
function y = __device__ factorial(n : int)
    y = n <= 1 ? 1 : n*factorial(n-1)
end
function y = __device__ even(n : int)
    y = n == 0 ? 1 : 1 - even(n-1)
end
function [total : int] = __kernel__ k(y : vec[int], pos : int)
    y[pos] = factorial(pos) + 1000*even(pos)
    total += y[pos]
    if pos == 2
        return
    end
    total += 100000
end
y = vec[int](5)
print parallel_do(5, y, k)
% 1+1000, 1, 2+1000, 6, 24+1000 and four times 100000
% => 403034
print y
% => [1001,1,1002,6,1024]
%! warns: the kernel `k` runs position by position line 9
