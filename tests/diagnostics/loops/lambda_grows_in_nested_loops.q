% Two lambdas that capture each other's last values double what they hold in each iteration; it is told at once, in loops within loops, too.
f = x -> x + 1
g = x -> x
for i = 0..3
    for j = 0..3
        for k = 0..3
            f = x -> f(x) + g(x) %~ E0344 the type of `f` grows in every iteration of a loop
            g = x -> g(x) + f(x)
        end
    end
end
print f(1)
