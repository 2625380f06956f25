% What is wrong with the head of a function is told also where the loop that leads to it is walked again.
function y = outer(n)
    x = 1
    for k = 0..n
        function y = inner(a, a) %~ E0343 the parameter `a` is defined twice
            y = a
        end
        x = inner(x, 0.5)
    end
    y = x
end
print outer(3)
