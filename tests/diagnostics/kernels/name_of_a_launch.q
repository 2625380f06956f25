function [] = serial_do(n, k) %~ E0343 `serial_do` is a launch of the language
    print n
end
function [] = parallel_do(n, k) %~ E0343 `parallel_do` is a launch of the language
    print n
end
