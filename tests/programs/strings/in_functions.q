function y = greeting(name : string, excited = 0)
    y = "Hello, " + name
    if excited
        y = y + "!"
    end
end
print greeting("world")
% => Hello, world
print greeting("world", 1)
% => Hello, world!
