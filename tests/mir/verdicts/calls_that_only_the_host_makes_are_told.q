%! test opt verdicts level=1
% A function of the program that cannot be inlined may be declared otherwise; one of the runtime is called before the loop.
% check: loop over i in script: serial
% next: Function call can not be parallelized! Check if the function is declared with the __device__ modifier!
% next: `power` is a host function
% check: advice: declare `power` as __device__, or make it small enough to be inlined
% check: loop over k in script: serial
% next: Function call can not be parallelized! Check if the function is declared with the __device__ modifier!
% next: `imread` is a host function
% check: advice: call it before the loop
% check: loop over m in script: serial
% next: Statement can not be parallelized/serialized. Consider placing this outside the loop.
% next: `tic` only runs outside of kernels
% check: advice: place the statement outside of the loop, or the rest of the loop in a loop of its own

function y = power(x, n : int)
    y = n == 0 ? 1.0 : x*power(x, n-1)
end
function [] = f(x : vec, n : int)
    for i = 0..numel(x)-1
        x[i] = power(2.0, i)
    end
    for k = 0..n-1
        x[k] = size(imread("none.png"), 2) + k
    end
    for m = 0..numel(x)-1
        tic()
        x[m] = m
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    f(x, n-5)
    print x
end
