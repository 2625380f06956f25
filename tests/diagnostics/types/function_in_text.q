function y = greeting(name)
    y = "Hello, " + greeting %~ E0308 function
end
print greeting("world")
