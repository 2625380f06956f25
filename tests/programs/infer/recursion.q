% Recursive functions without types.
function y = factorial_of(n)
    if n <= 1
        y = 1
    else
        y = n*factorial_of(n-1)
    end
end
print factorial_of(10)
% => 3628800
function y = fib(n : int)
    y = n < 2 ? n : fib(n-1) + fib(n-2)
end
print fib(15)
% => 610
