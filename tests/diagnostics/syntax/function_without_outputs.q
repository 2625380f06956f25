function f(x) %~ E0118 outputs
    print x
end
