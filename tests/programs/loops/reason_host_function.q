%! files: gradient.png
%! loop: 9 serial
%! loop: 9 Function call can not be parallelized! Check if the function is declared with the __device__ modifier!
%! loop: 9 `imread` is a host function
%! loop: 9 advice: call it before the loop
% A function of the language that reads a file runs on the host, as one that the program has does.
function [] = main(n : int = 2)
    y = zeros(n)
    for k = 0..n-1
        y[k] = size(imread("gradient.png"), 2) + k
    end
    print y
    % => [3,4]
end
%! features: F232
