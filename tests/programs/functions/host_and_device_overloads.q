%! features: F127
function y = place(x : scalar)
    y = 1
end
function y = __device__ place(x : scalar)
    y = 2
end
function y = __device__ alone(x : scalar)
    y = x + 0.5
end
y = zeros(1)
parallel_do(1, __kernel__ (pos : int) -> y[pos] = place(0.0))
% The host takes its own, the kernel the device's; a device function alone serves both.
print place(0.0), y[0], " ", alone(1)
% => 12 1.5
