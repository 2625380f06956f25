%! features: F232
%! loop: 11 serial
%! loop: 11 Function call can not be parallelized! Check if the function is declared with the __device__ modifier!
% A recursive host function cannot be inlined.
function y = power(x, n : int)
    y = n == 0 ? 1.0 : x*power(x, n-1)
end
function [] = main(n : int = 4)
    x = zeros(n)
    x[0] = 1
    for k = 0..n-1
        x[k] = power(2.0, k)
    end
    print x
    % => [1,2,4,8]
end
