%! loop: 13 parallel
%! loop: 16 serial
%! loop: 16 Operator requires dynamic kernel memory
%! loop: 16 a slice of 80 elements makes a new array in each iteration: only up to 64 stay in registers
%! loop: 16 advice: go through its elements by a loop, or take at most 64 at a time
%! loop: 19 parallel
% A slice with known bounds that is too long for registers: what keeps the loop serial is its length, not how it is written.
function [] = main(n : int = 10)
    A = ones(n,100)
    x = zeros(n)
    y = zeros(n)
    z = zeros(n)
    for k = 0..n-1
        x[k] = sum(A[k,0..62])
    end
    for k = 0..n-1
        y[k] = median(A[k,0..79])
    end
    for k = 0..n-1
        for i = 0..79
            z[k] += A[k,i]
        end
    end
    print x[0], " ", y[0], " ", z[n-1]
    % => 63 1 80
end
%! features: F235
