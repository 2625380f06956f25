function [] = main(x : mat) %~ E0411 x
    print x
end
