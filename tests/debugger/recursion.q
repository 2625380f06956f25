% A function that calls itself.
function y : int = fib(n : int)
    if n < 2
        y = n
        return
    end
    a = fib(n - 1)
    b = fib(n - 2)
    y = a + b
end
function [] = main()
    x = fib(5)
    y = x + 1
    print x, y
end
