function [] = main(x : foo) %~ E0205 there is no type `foo`
    print x
end
